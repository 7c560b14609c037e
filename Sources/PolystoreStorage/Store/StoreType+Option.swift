extension StoreType {
    /// One option that the type understands, with the values that it may have.
    public struct Option: Hashable, Sendable {
        /// The kind of an option's value.
        public enum Kind: Hashable, Sendable {
            case size, count, flag
            /// One of some words.
            case word([String])
        }

        /// The name in the store file.
        public let name: String
        /// The kind of value.
        public let kind: Kind
        /// The numbers that a size, in bytes, or a count may be; nil where all from 0 on are allowed, and for other kinds.
        public let range: ClosedRange<Int>?
        /// What it does, in one sentence.
        public let summary: String

        /// Makes an option.
        public init(_ name: String, _ kind: Kind, in range: ClosedRange<Int>? = nil, _ summary: String) {
            self.name = name
            self.kind = kind
            self.range = range
            self.summary = summary
        }

        /// Whether the option may have a value.
        public func allows(_ value: StoreOptions.Value) -> Bool {
            switch (kind, value) {
            case (.size, .size(let number)), (.count, .count(let number)): range?.contains(number) ?? (number >= 0)
            case (.word(let words), .word(let word)): words.contains(word)
            case (.flag, .flag): true
            default: false
            }
        }

        /// What a value looks like, for messages: "a whole number from 1 to 1000".
        public var expectation: String {
            switch kind {
            case .size:
                guard let range else { return "a size with a unit, such as 64GiB" }
                let limit = Self.text(range.upperBound)
                return range.lowerBound == 0
                    ? "a size with a unit, up to \(limit)"
                    : "a size with a unit, from \(Self.text(range.lowerBound)) to \(limit)"
            case .count:
                return range.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" }
                    ?? "a whole number from 0 on"
            case .flag: return "true or false"
            case .word(let words): return "one of \(words.joined(separator: ", "))"
            }
        }

        /// A number of bytes with the largest unit that it is whole in.
        private static func text(_ bytes: Int) -> String {
            let power = min(max(bytes, 1).trailingZeroBitCount / 10, 4)
            return "\(bytes >> (power * 10))" + ["B", "KiB", "MiB", "GiB", "TiB"][power]
        }
    }
}
