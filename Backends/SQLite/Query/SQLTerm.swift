import PolystoreModel

/// An expression in SQL.
indirect enum SQLTerm {
    /// One value.
    case value(SQLOperand)
    /// One object.
    case object(SQLObject)
    /// Values that are written out.
    case list([SQLOperand])
    /// The rows that a query finds.
    case elements(SQLElements)

    /// The single value, or the key of the single object.
    var operand: SQLOperand? {
        switch self {
        case .value(let operand): operand
        case .object(let object): SQLOperand(expression: object.key, kind: .object(object.root))
        case .list, .elements: nil
        }
    }
}

/// An object in SQL.
struct SQLObject {
    /// Its key; null where there is no object.
    var key: SQLFragment
    var root: RootNumber
    /// The entity whose properties are asked for; nil for one whose row is at hand.
    var entity: ModelEntity?
    /// The row, where a query around stands on it.
    var subject: SQLCompiler.Subject?
}

/// The elements of a collection in SQL: a row of some tables for each.
struct SQLElements {
    /// Tables under their names, with commas between.
    var tables: SQLFragment
    /// The condition that rows satisfy to be elements.
    var conditions: [SQLFragment]
    /// What each row stands for: a value or an object.
    var element: SQLTerm

    /// The elements that satisfy a further condition.
    func filtered(_ condition: SQLFragment) -> SQLElements {
        SQLElements(tables: tables, conditions: conditions + [condition], element: element)
    }

    /// The tables and the conditions of a query.
    var source: SQLFragment {
        conditions.isEmpty ? "FROM \(tables)" : "FROM \(tables) WHERE \(SQLFragment.conjunction(conditions))"
    }

    /// Whether there is an element.
    var isNotEmpty: SQLFragment { "EXISTS (SELECT 1 \(source))" }
}
