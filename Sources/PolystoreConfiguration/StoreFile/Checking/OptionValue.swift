import PolystoreStorage

/// Reads the values of options as the kinds that store types declare.
enum OptionValue {
    /// The value of a text; nil when it is none of its kind.
    static func value(of text: String, as kind: StoreType.Option.Kind) -> StoreOptions.Value? {
        switch kind {
        case .size: ByteSize.bytes(text).map(StoreOptions.Value.size)
        case .count: WholeNumber.value(text).map(StoreOptions.Value.count)
        case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
        case .word(let words): words.contains(text) ? .word(text) : nil
        }
    }

    /// What a value of a kind looks like, for messages.
    static func form(of kind: StoreType.Option.Kind) -> String {
        switch kind {
        case .size: "a size with a unit, such as 64GiB"
        case .count: "a whole number from 0 on"
        case .flag: "true or false"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        }
    }
}
