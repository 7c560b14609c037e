import PolystoreModel

/// What tells one section from another: the value that its objects have in common.
///
/// Text is told apart by its bytes, as orders do it: `==` of two strings takes different spellings of a letter for one, which
/// an order may put far apart.
enum SectionKey: Hashable {
    case text([UInt8])
    case value(Value)

    init(_ value: Value) {
        if case .string(let text) = value { self = .text(Array(text.utf8)) } else { self = .value(value) }
    }
}
