import CPolystoreSQLite
import PolystoreModel

/// Whether a value that another program wrote is one that the property could have: only then do filters in SQL and on
/// rows agree about it.
enum ForeignValue {
    static func isValid(_ step: ReadStep, _ statement: some RowColumns) -> Bool {
        let value = statement.value(step.column)
        let type = value.type
        if type == SQLITE_NULL { return true }
        switch step.slot.kind {
        case .boolean: return type == SQLITE_INTEGER && (0...1).contains(value.integer)
        case .integer16: return type == SQLITE_INTEGER && Int16(exactly: value.integer) != nil
        case .integer32: return type == SQLITE_INTEGER && Int32(exactly: value.integer) != nil
        case .integer64, .orderKey: return type == SQLITE_INTEGER
        case .reference, .objectReference: return type == SQLITE_INTEGER
        case .float:
            return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) && Double(Float(value.double)) == value.double
        case .double, .date, .decimal: return type == SQLITE_FLOAT || type == SQLITE_INTEGER
        case .string, .uri:
            return type == SQLITE_TEXT && String(validating: value.bytes, as: UTF8.self) != nil
        case .uuid, .binary, .transformable: return type == SQLITE_BLOB
        }
    }
}
