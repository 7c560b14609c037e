import Foundation
import PolystoreModel
import PolystoreQuery

/// A comparison of a column with a constant, turned into one between values of the column's own type: then no rule of
/// the engine about types takes part, and numbers of different kinds compare exactly.
enum ConstantComparison {
    typealias Operator = FetchComparison.Operator

    /// What a comparison comes to.
    enum Outcome {
        /// The column's value stands in a relation to a value.
        case compare(Operator, SQLValue)
        /// The same for every value that is there: equality with something that no value of the column can equal.
        case always(Bool)
    }

    /// Nil when the comparison is left to be done on rows.
    static func outcome(
        _ kind: SQLOperand.Kind, _ comparator: Operator, _ value: Value, _ folding: TextFolding
    ) -> Outcome? {
        switch (kind, value) {
        case (.boolean, .boolean(let value)): return .compare(comparator, .integer(value ? 1 : 0))
        case (.integer, .integer(let value)): return .compare(comparator, .integer(value))
        case (.integer, .double(let value)): return integer(comparator, value)
        case (.integer, .decimal(let value)):
            guard let exact = Int64(exactly: value) else { return nil }
            return .compare(comparator, .integer(exact))
        case (.real, .double(let value)): return value.isNaN ? nil : .compare(comparator, .double(value))
        case (.real, .integer(let value)): return real(comparator, value)
        case (.date, .date(let value)):
            let seconds = value.timeIntervalSinceReferenceDate
            return seconds.isNaN ? nil : .compare(comparator, .double(seconds))
        case (.decimal, .decimal(let value)): return decimal(comparator, value)
        case (.decimal, .integer(let value)): return decimal(comparator, Decimal(value))
        case (.text, .string(let text)): return .compare(comparator, .text(folding.fold(Array(text.utf8))))
        case (.uri, .uri(let uri)):
            return .compare(comparator, .text(folding.fold(Array(uri.absoluteString.utf8))))
        case (.uuid, .uuid(let value)):
            return .compare(comparator, .blob(withUnsafeBytes(of: value.uuid) { Array($0) }))
        default: return nil
        }
    }

    /// An integer column against a double: against the neighbouring integer.
    private static func integer(_ comparator: Operator, _ value: Double) -> Outcome? {
        if value.isNaN { return nil }
        if let exact = Int64(exactly: value) { return .compare(comparator, .integer(exact)) }
        switch comparator {
        case .equal: return .always(false)
        case .notEqual: return .always(true)
        case .less, .lessOrEqual:
            guard let below = Int64(exactly: value.rounded(.down)) else { return .always(value > 0) }
            return .compare(.lessOrEqual, .integer(below))
        case .greater, .greaterOrEqual:
            guard let above = Int64(exactly: value.rounded(.up)) else { return .always(value < 0) }
            return .compare(.greaterOrEqual, .integer(above))
        default: return nil
        }
    }

    /// A column of doubles against an integer: against the double itself, or the one that it was rounded to.
    private static func real(_ comparator: Operator, _ value: Int64) -> Outcome? {
        if let exact = Double(exactly: value) { return .compare(comparator, .double(exact)) }
        let rounded = Double(value)
        // 2^63 is the only rounded value that is no integer of 64 bits, and lies above all of them.
        let isAbove = Int64(exactly: rounded).map { $0 > value } ?? true
        switch comparator {
        case .equal: return .always(false)
        case .notEqual: return .always(true)
        case .less, .lessOrEqual: return .compare(isAbove ? .less : .lessOrEqual, .double(rounded))
        case .greater, .greaterOrEqual: return .compare(isAbove ? .greaterOrEqual : .greater, .double(rounded))
        default: return nil
        }
    }

    private static func decimal(_ comparator: Operator, _ value: Decimal) -> Outcome? {
        SQLValue(decimal: value).map { .compare(comparator, $0) }
    }
}

extension Int64 {
    /// The integer that a decimal is; nil when it is none.
    fileprivate init?(exactly value: Decimal) {
        let number = NSDecimalNumber(decimal: value).int64Value
        guard Decimal(number) == value else { return nil }
        self = number
    }
}
