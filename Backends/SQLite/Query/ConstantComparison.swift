import Foundation
import PolystoreModel
import PolystoreQuery

/// A comparison of a column with a constant, turned into one between values of the column's own type: then no rule of
/// the engine about types takes part, and numbers of different kinds compare exactly.
enum ConstantComparison {
    typealias Operator = FetchComparison.Operator

    /// The outcome of a comparison.
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
        if let slotKind = kind.numbers, let outcome = number(slotKind, comparator, value) { return outcome }
        switch (kind, value) {
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

    /// A column of numbers or dates against a number that the column can hold, or the nearest one on the side that counts.
    private static func number(_ kind: SlotKind, _ comparator: Operator, _ value: Value) -> Outcome? {
        guard let equal = ConstantRange(.equal, value, comparedWith: kind) else { return nil }
        if let exact = equal.lower { return .compare(comparator, exact) }
        switch comparator {
        case .equal: return .always(false)
        case .notEqual: return .always(true)
        case .less, .lessOrEqual:
            guard let range = ConstantRange(comparator, value, comparedWith: kind) else { return nil }
            return range.upper.map { .compare(.lessOrEqual, $0) } ?? .always(false)
        case .greater, .greaterOrEqual:
            guard let range = ConstantRange(comparator, value, comparedWith: kind) else { return nil }
            return range.lower.map { .compare(.greaterOrEqual, $0) } ?? .always(false)
        default: return nil
        }
    }

    private static func decimal(_ comparator: Operator, _ value: Decimal) -> Outcome? {
        SQLValue(decimal: value).map { .compare(comparator, $0) }
    }
}

extension SQLOperand.Kind {
    /// How rows hold the numbers or dates of a column of the kind; nil for other kinds.
    fileprivate var numbers: SlotKind? {
        switch self {
        case .boolean: .boolean
        case .integer: .integer64
        case .real: .double
        case .date: .date
        default: nil
        }
    }
}

extension ConstantRange {
    /// The least number; nil when there is none.
    fileprivate var lower: SQLValue? {
        if isEmpty { return nil }
        return switch self {
        case .integers(let range): .integer(range.lower)
        case .doubles(let range): .double(range.lower)
        }
    }

    /// The greatest number; nil when there is none.
    fileprivate var upper: SQLValue? {
        if isEmpty { return nil }
        return switch self {
        case .integers(let range): .integer(range.upper)
        case .doubles(let range): .double(range.upper)
        }
    }
}
