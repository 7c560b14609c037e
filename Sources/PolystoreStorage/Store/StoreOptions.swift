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
}
