extension DependencyField {
    /// A recursive-descent parser over the bytes of one value.
    struct Parser {
        private let bytes: [UInt8]
        private var position = 0

        init(_ text: String) {
            bytes = Array(text.utf8)
        }

        /// The whole value.
        mutating func groups() throws(SyntaxError) -> [[PackageReference]] {
            var groups: [[PackageReference]] = []
            while true {
                skipBlanks()
                guard let next = peek else { return groups }
                if next == UInt8(ascii: ",") {
                    position += 1
                    continue
                }
                groups.append(try group())
                skipBlanks()
                guard peek == nil || peek == UInt8(ascii: ",") else { throw error("',' or '|'") }
            }
        }

        private mutating func group() throws(SyntaxError) -> [PackageReference] {
            var alternatives = [try reference()]
            while skip(UInt8(ascii: "|")) { alternatives.append(try reference()) }
            return alternatives
        }

        private mutating func reference() throws(SyntaxError) -> PackageReference {
            skipBlanks()
            var reference = PackageReference(name: try word(Self.isNameByte, "a package's name"))
            if peek == UInt8(ascii: ":") {
                position += 1
                reference.architecture = try word(Self.isNameByte, "an architecture")
            }
            if skip(UInt8(ascii: "(")) { reference.constraint = try constraint() }
            if skip(UInt8(ascii: "[")) { reference.architectures = try list(until: "]") }
            while skip(UInt8(ascii: "<")) { reference.profiles += try list(until: ">") }
            return reference
        }

        private mutating func constraint() throws(SyntaxError) -> PackageReference.Constraint {
            skipBlanks()
            let start = position
            let text = run { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") }
            let relation: VersionRelation? =
                switch text {
                case "<": .earlierOrEqual
                case ">": .laterOrEqual
                default: VersionRelation(rawValue: text)
                }
            guard let relation else {
                position = start
                throw error("one of << <= = >= >>")
            }
            skipBlanks()
            let version = try word({ $0 > 0x20 && $0 != UInt8(ascii: ")") }, "a version")
            guard skip(UInt8(ascii: ")")) else { throw error("')'") }
            return PackageReference.Constraint(relation: relation, version: version)
        }

        private mutating func list(until close: Unicode.Scalar) throws(SyntaxError) -> [String] {
            var words: [String] = []
            while !skip(UInt8(ascii: close)) {
                skipBlanks()
                words.append(try word({ Self.isNameByte($0) || $0 == UInt8(ascii: "!") }, "a word or '\(close)'"))
            }
            return words
        }

        // MARK: - Bytes

        private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

        private mutating func skipBlanks() {
            while let next = peek, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { position += 1 }
        }

        /// Takes a byte after blanks, if it is the next.
        private mutating func skip(_ byte: UInt8) -> Bool {
            skipBlanks()
            guard peek == byte else { return false }
            position += 1
            return true
        }

        private mutating func run(_ belongs: (UInt8) -> Bool) -> String {
            let start = position
            while let next = peek, belongs(next) { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        private mutating func word(_ belongs: (UInt8) -> Bool, _ expected: String) throws(SyntaxError) -> String {
            let text = run(belongs)
            guard !text.isEmpty else { throw error(expected) }
            return text
        }

        private func error(_ expected: String) -> SyntaxError {
            SyntaxError(offset: position, expected: expected)
        }

        /// Letters, digits and `+-._`; capitals occur in no real name but do no harm.
        private static func isNameByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
