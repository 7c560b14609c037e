import PolystoreModel

/// An expression in SQL for the value of a path, with the kind of values that it has.
struct SQLOperand {
    /// Kinds of values that compare with each other.
    enum Kind: Hashable {
        case boolean, integer, real, date, decimal, text, uuid
        /// Bytes: only whether there are any is asked in SQL.
        case data
        /// The key of an object of one hierarchy of this store.
        case object(RootNumber)

        init(_ kind: SlotKind, root: RootNumber?) {
            switch kind {
            case .boolean: self = .boolean
            case .integer16, .integer32, .integer64, .orderKey: self = .integer
            case .float, .double: self = .real
            case .date: self = .date
            case .decimal: self = .decimal
            case .string, .uri: self = .text
            case .uuid: self = .uuid
            case .binary, .transformable: self = .data
            case .reference, .objectReference: self = .object(root ?? RootNumber(rawValue: 0))
            }
        }
    }

    var expression: SQLFragment
    var kind: Kind
    /// Of a decimal: the expression for rows that another program edited, where there are no exact bytes.
    var editedExpression: SQLFragment?
}
