/// A part of a document between two tags, or one at its top.
public enum DocumentNode: Hashable, Sendable {
    /// A tag with everything up to its end.
    case element(DocumentElement)
    /// A comment, without its marks.
    case comment(String)
    /// Text other than the white space between elements.
    case text(String)
    /// An instruction to programs, without its marks.
    case instruction(String)

    /// The element; nil for other parts.
    public var element: DocumentElement? {
        if case .element(let element) = self { element } else { nil }
    }
}
