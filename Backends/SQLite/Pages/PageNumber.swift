import CPolystoreSQLite

/// A number that values of a column are compared with, as SQLite compares: nothing before numbers, numbers by what they
/// mean, texts and data behind.
enum PageNumber: Hashable, Sendable {
    case integer(Int64)
    case double(Double)

    /// How a value stands to a number.
    enum Standing: UInt8 {
        case missing, less, equal, greater

        var opposite: Standing {
            switch self {
            case .less: .greater
            case .greater: .less
            default: self
            }
        }
    }

    /// Nil for a value that is no number.
    init?(_ value: SQLValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .double(let number) where !number.isNaN: self = .double(number)
        default: return nil
        }
    }

    /// How a value of any type stands to the number.
    func standing(of value: some StoredValue) -> Standing {
        switch (value.type, self) {
        case (SQLITE_NULL, _): .missing
        case (SQLITE_INTEGER, .integer(let number)): Self.standing(value.integer, number)
        case (SQLITE_INTEGER, .double(let number)): Self.standing(value.integer, number)
        case (SQLITE_FLOAT, .double(let number)): Self.standing(value.double, number)
        case (SQLITE_FLOAT, .integer(let number)): Self.standing(number, value.double).opposite
        // Texts and data come behind all numbers.
        default: .greater
        }
    }

    @inline(__always)
    static func standing<Number: Comparable>(_ left: Number, _ right: Number) -> Standing {
        left < right ? .less : left == right ? .equal : .greater
    }

    /// How an integer stands to a double, exactly.
    static func standing(_ integer: Int64, _ double: Double) -> Standing {
        if double >= 0x1p63 { return .less }
        if double < -0x1p63 { return .greater }
        let whole = double.rounded(.down)
        let standing = standing(integer, Int64(whole))
        return standing == .equal && whole < double ? .less : standing
    }
}
