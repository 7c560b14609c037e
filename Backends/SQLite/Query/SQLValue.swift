/// A value that is bound to a parameter.
enum SQLValue: Hashable, Sendable {
    case integer(Int64)
    case double(Double)
    case text([UInt8])
    case blob([UInt8])

    func bind(to statement: Statement, _ index: Int32) {
        switch self {
        case .integer(let value): statement.bind(value, index)
        case .double(let value): statement.bind(value, index)
        case .text(let bytes): statement.bindTextCopy(bytes, index)
        case .blob(let bytes): statement.bindBlobCopy(bytes, index)
        }
    }
}
