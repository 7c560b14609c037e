import PolystoreStorage

/// Reads the values of options as the kinds that store types declare.
enum OptionValue {
    /// The value of a text; nil when it is none that the option may have.
    static func value(of text: String, for option: StoreType.Option) -> StoreOptions.Value? {
        value(of: text, as: option.kind).flatMap { option.allows($0) ? $0 : nil }
    }

    private static func value(of text: String, as kind: StoreType.Option.Kind) -> StoreOptions.Value? {
        switch kind {
        case .size: ByteSize.bytes(text).map(StoreOptions.Value.size)
        case .count: WholeNumber.value(text).map(StoreOptions.Value.count)
        case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
        case .word(let words): words.contains(text) ? .word(text) : nil
        }
    }
}
