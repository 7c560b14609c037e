import Foundation
import PolystoreModel

/// A value that is bound to a parameter.
enum SQLValue: Hashable, Sendable {
    case integer(Int64)
    case double(Double)
    case text([UInt8])
    case blob([UInt8])

    /// A decimal by its bytes, whose order is that of the numbers; nil for what is no number.
    init?(decimal: Decimal) {
        var bytes: [UInt8] = []
        do {
            try DecimalEncoding.encode(decimal, into: &bytes)
        } catch {
            return nil
        }
        self = .blob(bytes)
    }

    func bind(to statement: Statement, _ index: Int32) {
        switch self {
        case .integer(let value): statement.bind(value, index)
        case .double(let value): statement.bind(value, index)
        case .text(let bytes): statement.bindTextCopy(bytes, index)
        case .blob(let bytes): statement.bindBlobCopy(bytes, index)
        }
    }
}

extension [SQLValue] {
    /// Binds the values to the parameters of a statement, in their order.
    func bind(to statement: Statement) {
        for (index, value) in enumerated() { value.bind(to: statement, Int32(index + 1)) }
    }
}
