import PolystoreModel

/// An expression in SQL for a single value, with the kind of values that it has.
struct SQLOperand {
    /// Kinds of values, each with one way to lie in SQL.
    enum Kind: Hashable {
        case boolean, integer, real, date, decimal, text, uri, uuid
        /// A number of any type, which its storage class tells: an integer, a double, or the bytes of a decimal.
        case number
        /// No value at all.
        case missing
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
            case .string: self = .text
            case .uri: self = .uri
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
    /// The value, when it is the same for every row.
    var constant: Value?

    /// The value in one expression, also of a row that another program wrote.
    var whole: SQLFragment { editedExpression.map { "ifnull(\(expression), \($0))" } ?? expression }
}

extension SQLOperand.Kind {
    /// Whether values are numbers.
    var isNumber: Bool {
        switch self {
        case .integer, .real, .decimal, .number: true
        default: false
        }
    }

    /// Whether operators on text apply.
    var isText: Bool { self == .text || self == .uri }

    /// The letter by which our functions are told how to read a value; nil for what no function takes.
    var letter: Character? {
        switch self {
        case .boolean: "b"
        case .integer: "i"
        case .real: "r"
        case .decimal: "m"
        case .number: "n"
        case .date: "t"
        case .text, .missing: "s"
        case .uri: "l"
        case .uuid: "u"
        case .data, .object: nil
        }
    }

    /// The kind of a value that is one or the other; nil when nothing is known of it then.
    func joined(_ other: SQLOperand.Kind) -> SQLOperand.Kind? {
        if self == other || other == .missing { return self }
        if self == .missing { return other }
        return isNumber && other.isNumber ? .number : nil
    }
}
