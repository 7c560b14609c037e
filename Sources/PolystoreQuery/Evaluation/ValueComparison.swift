import Foundation
import PolystoreModel

/// One comparison of single values by the two-valued logic of predicates: the definition of every operator.
///
/// The evaluator uses it where an operand is not a constant; everything else is compiled to something quicker that
/// gives the same answers.
struct ValueComparison {
    let comparator: FetchComparison.Operator
    let folding: TextFolding

    init(_ comparator: FetchComparison.Operator, _ options: FetchComparison.Options) {
        self.comparator = comparator
        folding = TextFolding(options)
    }

    /// Whether the comparison holds; for operators with one value on the right.
    func matches(_ left: Value, _ right: Value) -> Bool {
        switch comparator {
        case .equal: ValueOrder.equals(left, right, folding: folding)
        case .notEqual: !ValueOrder.equals(left, right, folding: folding)
        case .less: ValueOrder.order(left, right, folding: folding).map { $0 < 0 } ?? false
        case .lessOrEqual: ValueOrder.order(left, right, folding: folding).map { $0 <= 0 } ?? false
        case .greater: ValueOrder.order(left, right, folding: folding).map { $0 > 0 } ?? false
        case .greaterOrEqual: ValueOrder.order(left, right, folding: folding).map { $0 >= 0 } ?? false
        case .contains, .beginsWith, .endsWith, .like, .matches: matchesText(left, right)
        case .between, .isIn: false
        }
    }

    /// Whether a value lies between two bounds, both included; false when any is missing.
    func matches(_ value: Value, between lower: Value, _ upper: Value) -> Bool {
        guard let above = ValueOrder.order(value, lower, folding: folding),
            let below = ValueOrder.order(value, upper, folding: folding)
        else { return false }
        return above >= 0 && below <= 0
    }

    /// Whether a value is one of a list; a missing value never is.
    func matches(_ value: Value, anyOf list: some Sequence<Value>) -> Bool {
        !value.isMissing && list.contains { ValueOrder.equals(value, $0, folding: folding) }
    }

    private func matchesText(_ left: Value, _ right: Value) -> Bool {
        guard let left = left.comparableText, let right = right.comparableText else { return false }
        switch comparator {
        case .matches: return RegularExpression(right, folding: folding)?.matches(left) == true
        case .like: return LikePattern(right, folding: folding).matches(left)
        default: break
        }
        return TextBytes.with(left, folding) { left in
            TextBytes.with(right, folding) { right in
                switch comparator {
                case .contains: TextSearch.contains(left, right)
                case .beginsWith: TextSearch.hasPrefix(left, right)
                default: TextSearch.hasSuffix(left, right)
                }
            }
        }
    }
}

extension TextFolding {
    /// The folding that a comparison's options ask for.
    public init(_ options: FetchComparison.Options) { self.init(rawValue: options.rawValue) }
}

extension Value {
    /// The text of a string or a URI.
    var comparableText: String? {
        switch self {
        case .string(let text): text
        case .uri(let uri): uri.absoluteString
        default: nil
        }
    }
}
