import PolystoreStorage

/// An option of a store in files, with the values that it may have.
public struct EngineOption: Hashable, Sendable {
    let option: StoreType.Option
    /// The numbers that are allowed; nil for words.
    let range: ClosedRange<Int>?

    /// An option whose value is a number of bytes.
    public static func size(_ name: String, in range: ClosedRange<Int>, _ summary: String) -> EngineOption {
        EngineOption(option: StoreType.Option(name, .size, summary), range: range)
    }

    /// An option whose value is a whole number.
    public static func count(_ name: String, in range: ClosedRange<Int>, _ summary: String) -> EngineOption {
        EngineOption(option: StoreType.Option(name, .count, summary), range: range)
    }

    /// An option whose value is one of some words.
    public static func word(_ name: String, _ words: [String], _ summary: String) -> EngineOption {
        EngineOption(option: StoreType.Option(name, .word(words), summary), range: nil)
    }

    /// Checks options.
    ///
    /// - Throws: `invalidOption` for a name that is not declared or a value that makes no sense.
    static func check(_ given: StoreOptions, against declared: [EngineOption], store: String) throws(StoreError) {
        for (name, value) in given.values.sorted(by: { $0.key < $1.key }) {
            let option = declared.first { $0.option.name == name }
            guard option?.allows(value) != true else { continue }
            let expectation = option?.expectation ?? declared.map(\.option.name).joined(separator: ", ")
            throw StoreError(.invalidOption, [.store: store, .found: name, .expected: expectation])
        }
    }

    private func allows(_ value: StoreOptions.Value) -> Bool {
        switch (option.kind, value) {
        case (.size, .size(let number)), (.count, .count(let number)): range?.contains(number) ?? false
        case (.word(let words), .word(let word)): words.contains(word)
        default: false
        }
    }

    private var expectation: String {
        switch (option.kind, range) {
        case (.size, let range?): "a size from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        case (_, let range?): "a count from \(range.lowerBound) to \(range.upperBound)"
        case (.word(let words), nil): words.joined(separator: " or ")
        case (_, nil): "another kind of value"
        }
    }

    /// A number of bytes with the largest unit that it is whole in.
    private static func text(_ bytes: Int) -> String {
        let power = min(max(bytes, 1).trailingZeroBitCount / 10, 4)
        return "\(bytes >> (power * 10))" + ["", "KiB", "MiB", "GiB", "TiB"][power]
    }
}
