/// One field of a paragraph.
struct ControlField: Equatable {
    /// The name as it is written; names are compared without regard to case.
    let name: String
    /// The line in which the field begins.
    let line: Int
    /// The value: the first line's text, then the continuation lines, each without its leading space.
    var lines: [String]

    /// The value with its lines joined by a space, as fields that are lists are read.
    var folded: String {
        lines.count == 1 ? lines[0] : lines.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
