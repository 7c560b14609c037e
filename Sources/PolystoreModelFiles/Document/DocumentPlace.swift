/// Where something stands in a text: line and column, both from 1; columns count Unicode scalars.
///
/// All places are equal: where something stands does not tell documents apart.
public struct DocumentPlace: Hashable, Sendable {
    /// The line; 0 for what was not read from a text.
    public var line: Int
    /// The column; 0 for what was not read from a text.
    public var column: Int

    /// Makes a place.
    public init(line: Int = 0, column: Int = 0) {
        self.line = line
        self.column = column
    }

    /// Whether the place is one of a text.
    public var isKnown: Bool { line > 0 }

    /// True.
    public static func == (left: DocumentPlace, right: DocumentPlace) -> Bool { true }

    /// Adds nothing.
    public func hash(into hasher: inout Hasher) {}
}
