import PolystoreModel
import PolystoreQuery

/// What a comparison asks of one property, in the form that an index can answer exactly.
struct ElementCondition {
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

    /// Reads a comparison; nil when it is none of those that keys can answer exactly.
    init?(_ predicate: ResolvedPredicate, _ catalog: RecordCatalog) {
        guard case .comparison(let comparison) = predicate, comparison.quantifier == .none,
            case .path(let path) = comparison.left
        else { return nil }
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
        guard let kind = ElementCondition.kind(comparison, encoder) else { return nil }
        self.kind = kind
    }

    private static func kind(_ comparison: ResolvedComparison, _ encoder: ConstantEncoder) -> Kind? {
        switch (comparison.comparator, comparison.right) {
        case (.equal, .constant(let value)): return encoder.encode(value).map { .oneOf([$0]) }
        case (.isIn, .values(let values)):
            guard !values.contains(where: \.isMissing) else { return nil }
            return encoder.encode(all: values).map(Kind.oneOf)
        case (.isIn, .objects(let objects)):
            return encoder.encode(all: objects.map(Value.object)).map(Kind.oneOf)
        case (.less, .constant(let value)), (.lessOrEqual, .constant(let value)), (.greater, .constant(let value)),
            (.greaterOrEqual, .constant(let value)):
            guard !value.isMissing, encoder.isOrdered, let bytes = encoder.encode(value) else { return nil }
            return range(comparison.comparator, bytes)
        case (.between, .values(let bounds)):
            guard bounds.count == 2, !bounds.contains(where: \.isMissing), encoder.isOrdered,
                let low = encoder.encode(bounds[0]), let high = encoder.encode(bounds[1])
            else { return nil }
            return .between(ElementBound(bytes: low, isBehind: false), ElementBound(bytes: high, isBehind: true))
        case (.beginsWith, .constant(.string(let text))):
            guard encoder.kind == .string, !text.isEmpty else { return nil }
            let bytes = KeyEncoding.encode(beginning: text)
            return .between(ElementBound(bytes: bytes, isBehind: false), ElementBound(bytes: bytes, isBehind: true))
        default: return nil
        }
    }

    /// Missing values satisfy no order: they stay outside on both sides.
    private static func range(_ comparator: FetchComparison.Operator, _ bytes: [UInt8]) -> Kind {
        let first = ElementBound(bytes: [KeyEncoding.present], isBehind: false)
        let last = ElementBound(bytes: [KeyEncoding.present], isBehind: true)
        switch comparator {
        case .less: return .between(first, ElementBound(bytes: bytes, isBehind: false))
        case .lessOrEqual: return .between(first, ElementBound(bytes: bytes, isBehind: true))
        case .greater: return .between(ElementBound(bytes: bytes, isBehind: true), last)
        default: return .between(ElementBound(bytes: bytes, isBehind: false), last)
        }
    }
}
