/// The word of the predicate language from which a constant was read: `no`, `true`, `nil`.
///
/// An entity may have a property of that name, which may have been meant: a request for its objects is refused at the word.
///
/// It is no part of a constant's value: all words are equal, and none is encoded.
public struct LiteralWord: Hashable, Sendable {
    /// The word as it is written; nil for a constant that was read from none.
    package let text: String?
    /// Where it stands, in UTF-8 bytes.
    package let offset: Int

    /// The word of a constant that was read from none.
    public static let none = LiteralWord(text: nil, offset: 0)

    private init(text: String?, offset: Int) { (self.text, self.offset) = (text, offset) }
    package init(_ text: String, at offset: Int) { self.init(text: text, offset: offset) }

    /// True: how a constant is written does not make it another constant.
    public static func == (left: LiteralWord, right: LiteralWord) -> Bool { true }

    /// Adds nothing.
    public func hash(into hasher: inout Hasher) {}
}
