import Foundation
import PolystoreModel

/// The conditions of a plain predicate, all of which must hold, apart from the values that they compare with.
struct PlainConditions: Sendable {
    /// What is compared, and how.
    struct Condition: Hashable {
        let name: String
        /// The token that the name is of: a request with one of another entity is refused when it is resolved.
        let token: Int
        /// The operator, the options and the value's kind.
        let form: UInt32
    }

    private(set) var conditions: [Condition] = []
    private(set) var values: [Value] = []
    /// A number that conditions which differ seldom have in common: looking a request up must cost little.
    private(set) var hash = 0

    /// Takes a predicate's conditions; false when it is not plain, or too deep to be resolved.
    mutating func take(_ predicate: FetchPredicate?, depth: Int = 0) -> Bool {
        guard depth < RequestResolver.maximumDepth else { return false }
        switch predicate {
        case nil: return true
        case .comparison(let comparison)?: return take(comparison)
        case .and(let parts)?:
            conditions.reserveCapacity(conditions.count + parts.count)
            values.reserveCapacity(values.count + parts.count)
            for part in parts where !take(part, depth: depth + 1) { return false }
            return true
        case .constant?, .or?, .not?: return false
        }
    }

    private mutating func take(_ comparison: FetchComparison) -> Bool {
        guard let comparator = comparison.comparator.plainNumber, comparison.quantifier == .none,
            !comparison.options.contains(.localized), case .keyPath(let names, let root) = comparison.left,
            names.count == 1,
            case .constant(let value, let word) = comparison.right, word.text == nil, let kind = value.plainKind
        else { return false }
        let form = comparator << 16 | UInt32(comparison.options.rawValue) << 8 | kind
        hash = hash &* 31 &+ Int(form) &+ names[0].utf8.count
        conditions.append(Condition(name: names[0], token: root.token, form: form))
        values.append(value)
        return true
    }
}

extension FetchComparison.Operator {
    /// A number for an operator of order or equality; nil for all others.
    fileprivate var plainNumber: UInt32? {
        switch self {
        case .equal: 1
        case .notEqual: 2
        case .less: 3
        case .lessOrEqual: 4
        case .greater: 5
        case .greaterOrEqual: 6
        case .between, .isIn, .contains, .beginsWith, .endsWith, .like, .matches: nil
        }
    }
}

extension Value {
    /// The kind of a value that is compared as it is; nil for one that its property's type, or the value itself, makes
    /// another one of.
    fileprivate var plainKind: UInt32? {
        switch self {
        case .boolean: 1
        case .integer: 2
        // Not a number is no value to compare with, and zero has one sign.
        case .double(let number): number.isNaN || number == 0 ? nil : 3
        case .string: 4
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN ? nil : 5
        case .uuid: 6
        case .missing, .decimal, .data, .uri, .object: nil
        }
    }
}
