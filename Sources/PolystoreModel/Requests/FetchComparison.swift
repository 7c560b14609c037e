/// One comparison of a predicate: two expressions, an operator, and how a to-many step is quantified.
public struct FetchComparison: Hashable, Sendable, Codable {
    /// The operators of the predicate language.
    public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        /// The right side is an aggregate of two bounds, both included.
        case between
        /// The left value is an element of the right aggregate or relationship.
        case isIn
        /// Text holds text, or a to-many relationship holds an object.
        case contains
        case beginsWith, endsWith
        /// The whole text matches a pattern of `*` (any run) and `?` (one scalar).
        case like
        /// The whole text matches a regular expression.
        case matches
    }

    /// How a comparison whose path goes through a to-many step treats the related objects.
    public enum Quantifier: String, Hashable, Sendable, Codable, CaseIterable {
        /// No quantifier: the path may not go through a to-many step, except for a count.
        case none
        /// At least one related object satisfies the comparison.
        case any
        /// Every related object satisfies it; true when there is none.
        case all
        /// No related object satisfies it.
        case noneOf
    }

    /// How text is compared; the raw value is the letter of the predicate language.
    public struct Options: OptionSet, Hashable, Sendable, Codable {
        /// The name.
        public let rawValue: UInt8
        /// Makes options from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `[c]`: full case folding.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: decomposed, without marks.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: both operands are folded already.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`: by the rules of the process's locale.
        public static let localized = Options(rawValue: 8)
    }

    /// The expression on the left.
    public var left: FetchExpression
    /// The operator.
    public var comparator: Operator
    /// The expression on the right.
    public var right: FetchExpression
    /// How a to-many step is quantified.
    public var quantifier: Quantifier
    /// How text is compared.
    public var options: Options

    /// Makes a comparison.
    public init(
        _ left: FetchExpression, _ comparator: Operator, _ right: FetchExpression, quantifier: Quantifier = .none,
        options: Options = []
    ) {
        self.left = left
        self.comparator = comparator
        self.right = right
        self.quantifier = quantifier
        self.options = options
    }
}
