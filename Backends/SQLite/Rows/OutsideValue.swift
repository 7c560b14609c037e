import CPolystoreSQLite
import PolystoreModel

/// Whether a value that another program wrote is one that the property could have: only then do filters in SQL and on
/// rows agree about it.
enum OutsideValue {
    static func isValid(_ step: ReadStep, _ statement: Statement) -> Bool {
        let type = statement.type(step.column)
        if type == SQLITE_NULL { return true }
        switch step.slot.kind {
        case .boolean: return type == SQLITE_INTEGER && (0...1).contains(statement.integer(step.column))
        case .integer16: return type == SQLITE_INTEGER && Int16(exactly: statement.integer(step.column)) != nil
        case .integer32: return type == SQLITE_INTEGER && Int32(exactly: statement.integer(step.column)) != nil
        case .integer64, .orderKey: return type == SQLITE_INTEGER
        case .reference, .objectReference: return type == SQLITE_INTEGER
        case .float:
            let value = statement.double(step.column)
            return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) && Double(Float(value)) == value
        case .double, .date, .decimal: return type == SQLITE_FLOAT || type == SQLITE_INTEGER
        case .string, .uri:
            return type == SQLITE_TEXT && String(validating: statement.bytes(step.column), as: UTF8.self) != nil
        case .uuid, .binary, .transformable: return type == SQLITE_BLOB
        }
    }
}
