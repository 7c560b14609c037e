import PolystoreModel
import PolystoreQuery

/// What a comparison asks of one property, in a form that the entries of an index can answer.
final class ElementCondition {
    /// The kinds of condition.
    enum Kind {
        /// One of some ascending encodings, in order, each once.
        case oneOf([[UInt8]])
        /// Between two bounds of ascending encodings.
        case between(ElementBound, ElementBound)
    }

    /// The property that is compared.
    let property: ModelProperty
    /// What is asked of it.
    let kind: Kind
    /// Whether the condition says no less than the comparison, which otherwise has to be asked of the rows as well.
    let isExact: Bool

    /// Reads a comparison; nil when it is none of those that keys can answer.
    convenience init?(_ predicate: ResolvedPredicate, _ catalog: RecordCatalog) {
        guard case .comparison(let comparison) = predicate else { return nil }
        self.init(comparison, with: comparison.right, catalog)
    }

    /// Reads a comparison with something else on its right.
    init?(_ comparison: ResolvedComparison, with right: ResolvedOperand, _ catalog: RecordCatalog) {
        guard comparison.quantifier == .none, case .path(let path) = comparison.left else { return nil }
        let slotKind: SlotKind
        let destination: RootNumber
        switch (path.steps.count, path.terminal) {
        case (0, .attribute(let attribute)):
            guard let kind = attribute.slotKind, !attribute.isTransient, !kind.mayBeDeferred else { return nil }
            if kind == .string || kind == .uri {
                guard comparison.options.isSubset(of: .normalized) else { return nil }
            }
            (property, slotKind, destination) = (.attribute(attribute), kind, RootNumber(rawValue: 0))
        case (1, .object):
            let relationship = path.steps[0]
            guard relationship.form == .reference else { return nil }
            (property, slotKind) = (.relationship(relationship), .reference)
            destination = relationship.destination.rootNumber
        default: return nil
        }
        let encoder = ConstantEncoder(catalog: catalog, kind: slotKind, destination: destination)
        guard
            let kind = Kind(comparison.comparator, right, numbersOf: slotKind)
                ?? ElementCondition.kind(comparison.comparator, right, encoder)
        else { return nil }
        self.kind = kind
        isExact = comparison.comparator != .like
    }

    private static func kind(
        _ comparator: FetchComparison.Operator, _ right: ResolvedOperand, _ encoder: ConstantEncoder
    ) -> Kind? {
        switch (comparator, right) {
        case (.equal, .constant(let value)): return encoder.encode(value).map { .oneOf([$0]) }
        case (.notEqual, .constant(let value)):
            // Whatever is not missing; anything else that is excluded leaves nearly everything.
            return value.isMissing ? .between(ElementBound.firstPresent, ElementBound.lastPresent) : nil
        case (.isIn, .values(let values)):
            guard !values.contains(where: \.isMissing) else { return nil }
            return encoder.encode(all: values).map(Kind.oneOf)
        case (.isIn, .objects(let objects)):
            return encoder.encode(all: objects.map(Value.object)).map(Kind.oneOf)
        case (.less, .constant(let value)), (.lessOrEqual, .constant(let value)), (.greater, .constant(let value)),
            (.greaterOrEqual, .constant(let value)):
            guard !value.isMissing, encoder.isOrdered, let bytes = encoder.encode(value) else { return nil }
            return range(comparator, bytes)
        case (.between, .values(let bounds)):
            guard bounds.count == 2, !bounds.contains(where: \.isMissing), encoder.isOrdered,
                let low = encoder.encode(bounds[0]), let high = encoder.encode(bounds[1])
            else { return nil }
            return .between(ElementBound(bytes: low, isBehind: false), ElementBound(bytes: high, isBehind: true))
        case (.beginsWith, .constant(.string(let text))): return encoder.kind == .string ? range(beginning: text) : nil
        case (.like, .constant(.string(let pattern))):
            let literal = pattern.unicodeScalars.prefix { !["*", "?", "\\"].contains($0) }
            return encoder.kind == .string ? range(beginning: String(literal)) : nil
        default: return nil
        }
    }

    /// All texts that begin with some text, which says nothing when it is empty.
    private static func range(beginning text: String) -> Kind? {
        if text.isEmpty { return nil }
        let bytes = KeyEncoding.encode(beginning: text)
        return .between(ElementBound(bytes: bytes, isBehind: false), ElementBound(bytes: bytes, isBehind: true))
    }

    /// Missing values satisfy no order: they stay outside on both sides.
    private static func range(_ comparator: FetchComparison.Operator, _ bytes: [UInt8]) -> Kind {
        switch comparator {
        case .less: .between(.firstPresent, ElementBound(bytes: bytes, isBehind: false))
        case .lessOrEqual: .between(.firstPresent, ElementBound(bytes: bytes, isBehind: true))
        case .greater: .between(ElementBound(bytes: bytes, isBehind: true), .lastPresent)
        default: .between(ElementBound(bytes: bytes, isBehind: false), .lastPresent)
        }
    }
}
