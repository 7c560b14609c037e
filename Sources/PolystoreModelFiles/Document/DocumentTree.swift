/// A whole document of markup: what Xcode writes for a model, with everything that a program need not understand.
///
/// Reading and writing keep the order of attributes and elements, unknown ones, and comments. The white space between
/// elements is not kept: writing indents by four spaces, as Xcode does.
public struct DocumentTree: Hashable, Sendable {
    /// The declaration at the beginning, without its marks.
    public var declaration: String
    /// The nodes before the root: comments and instructions.
    public var prologue: [DocumentNode] = []
    /// The one outermost element.
    public var root: DocumentElement
    /// The nodes behind the root.
    public var epilogue: [DocumentNode] = []
    /// Whether the text ends with a line feed, which Xcode does not write.
    public var endsWithLineFeed = false

    /// Makes a document of an element.
    public init(
        root: DocumentElement, declaration: String = #"xml version="1.0" encoding="UTF-8" standalone="yes""#
    ) {
        self.root = root
        self.declaration = declaration
    }

    /// The text, in UTF-8 by its declaration.
    public var text: String { DocumentWriter.text(of: self) }
}
