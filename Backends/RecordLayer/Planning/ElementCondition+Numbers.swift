import PolystoreModel
import PolystoreQuery

extension ElementCondition.Kind {
    /// What a comparison of numbers or dates asks of an index, whatever their types are.
    ///
    /// - Returns: Nil for other kinds, other constants and other operators.
    init?(_ comparator: FetchComparison.Operator, _ right: ResolvedOperand, numbersOf kind: SlotKind) {
        switch (comparator, right) {
        case (.isIn, .values(let values)):
            var encodings: [[UInt8]] = []
            for value in values {
                guard let range = ConstantRange(.equal, value, comparedWith: kind) else { return nil }
                // What the kind cannot hold is in no entry.
                if let encoding = range.bounds(in: kind)?.lower { encodings.append(encoding) }
            }
            self = .oneOf(Set(encodings).sorted { $0.lexicographicallyPrecedes($1) })
        case (.equal, .constant(let value)):
            guard let range = ConstantRange(.equal, value, comparedWith: kind) else { return nil }
            self = .oneOf(range.bounds(in: kind).map { [$0.lower] } ?? [])
        case (.less, .constant(let value)), (.lessOrEqual, .constant(let value)), (.greater, .constant(let value)),
            (.greaterOrEqual, .constant(let value)):
            // Booleans have no order in indexes.
            guard kind != .boolean, let range = ConstantRange(comparator, value, comparedWith: kind) else { return nil }
            self.init(range, of: kind)
        case (.between, .values(let bounds)):
            guard kind != .boolean, bounds.count == 2,
                let range = ConstantRange(from: bounds[0], through: bounds[1], comparedWith: kind)
            else { return nil }
            self.init(range, of: kind)
        default: return nil
        }
    }

    /// Missing values satisfy no order: they stay outside on both sides.
    private init(_ range: ConstantRange, of kind: SlotKind) {
        guard let bounds = range.bounds(in: kind) else {
            self = .oneOf([])
            return
        }
        self = .between(
            range.isUnboundedBelow ? .firstPresent : ElementBound(bytes: bounds.lower, isBehind: false),
            range.isUnboundedAbove ? .lastPresent : ElementBound(bytes: bounds.upper, isBehind: true))
    }
}

extension ConstantRange {
    /// The encodings of the least and of the greatest number; nil when there is none.
    fileprivate func bounds(in kind: SlotKind) -> (lower: [UInt8], upper: [UInt8])? {
        if isEmpty { return nil }
        return switch self {
        case .integers(let range):
            (KeyEncoding.encode(range.lower, in: kind), KeyEncoding.encode(range.upper, in: kind))
        case .doubles(let range): (KeyEncoding.encode(range.lower), KeyEncoding.encode(range.upper))
        }
    }

    fileprivate var isUnboundedBelow: Bool {
        switch self {
        case .integers(let range): range.lower == .min
        case .doubles(let range): range.lower == -.infinity
        }
    }

    fileprivate var isUnboundedAbove: Bool {
        switch self {
        case .integers(let range): range.upper == .max
        case .doubles(let range): range.upper == .infinity
        }
    }
}
