import PolystoreModel

/// The classes by which Core Data orders a table's columns.
enum ColumnClass: CaseIterable {
    case integer, real, text, data

    init(_ kind: SlotKind) {
        switch kind {
        case .boolean, .integer16, .integer32, .integer64, .reference, .objectReference, .orderKey: self = .integer
        case .float, .double, .date, .decimal: self = .real
        case .string, .uri: self = .text
        case .uuid, .binary, .transformable: self = .data
        }
    }

    /// The place of a kind's group among an entity's own columns: attributes before relationships before places in
    /// orders, UUIDs before transformed values before other data.
    static func rank(_ kind: SlotKind) -> Int {
        switch kind {
        case .boolean, .integer16, .integer32, .integer64, .objectReference: 0
        case .reference: 1
        case .orderKey: 2
        case .float, .double, .date, .decimal: 3
        case .string, .uri: 4
        case .uuid: 5
        case .transformable: 6
        case .binary: 7
        }
    }
}
