/// The options of a store, by name, with values of the kinds that the store type declares.
public struct StoreOptions: Hashable, Sendable {
    /// A value of an option.
    public enum Value: Hashable, Sendable {
        /// A number of bytes.
        case size(Int)
        /// A whole number.
        case count(Int)
        /// A word.
        case word(String)
        /// On or off.
        case flag(Bool)
    }

    /// The values by option name.
    public var values: [String: Value] = [:]

    /// Makes empty options.
    public init() {}

    /// The value of a size or a count, or a default.
    public func integer(_ name: String, default fallback: Int) -> Int {
        switch values[name] {
        case .size(let value), .count(let value): value
        default: fallback
        }
    }

    /// The value of a flag, or a default.
    public func flag(_ name: String, default fallback: Bool) -> Bool {
        if case .flag(let value) = values[name] { value } else { fallback }
    }

    /// The value of a word, or a default.
    public func word(_ name: String, default fallback: String) -> String {
        if case .word(let value) = values[name] { value } else { fallback }
    }

    /// Checks the options against those that a type declares.
    ///
    /// - Parameters:
    ///   - declared: What the type understands.
    ///   - store: The store's name, for the error.
    /// - Throws: `invalidOption` for the first name, in their order, that is not declared or has a value that is not allowed.
    public func check(against declared: [StoreType.Option], store: String) throws(StoreError) {
        for (name, value) in values.sorted(byName: \.key) {
            let option = declared.first { $0.name == name }
            guard option?.allows(value) != true else { continue }
            let expectation = option?.expectation ?? declared.map(\.name).joined(separator: ", ")
            throw StoreError(.invalidOption, [.store: store, .found: name, .expected: expectation])
        }
    }
}
