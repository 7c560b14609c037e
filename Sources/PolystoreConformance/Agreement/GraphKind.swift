import PolystoreStorage

/// The kind of an expression: operands of one kind compare with each other.
enum GraphKind: Sendable, CaseIterable {
    case number, text, boolean, date, binary, uuid, uri

    init?(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: self = .number
        case .string: self = .text
        case .boolean: self = .boolean
        case .date: self = .date
        case .binary: self = .binary
        case .uuid: self = .uuid
        case .uri: self = .uri
        case .undefined, .transformable, .composite, .objectID: return nil
        }
    }
}
