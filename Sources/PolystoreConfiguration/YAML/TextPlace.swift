import Yams

/// A place in a text: line and column, both from 1; columns count Unicode scalars.
struct TextPlace: Comparable, Hashable {
    let line: Int
    let column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }

    static func < (left: TextPlace, right: TextPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension Node {
    /// Where the node starts.
    var place: TextPlace? { mark.map(TextPlace.init) }
}
