import PolystoreModel

/// A plain request without the values that it compares with: the requests of one shape differ in these only.
///
/// Plain is a request whose conditions, all of which must hold, compare attributes of the objects themselves with values,
/// and whose order is one of key paths. That is what most requests of programs are, again and again.
package struct RequestShape: Hashable, Sendable {
    private let request: FetchRequestDescription
    private let plain: PlainConditions
    /// Whether the objects are counted.
    private let isCount: Bool

    /// What the conditions compare with, in their order.
    package var values: [Value] { plain.values }

    /// Takes a request apart; nil when it is not plain.
    package init?(_ request: FetchRequestDescription, isCount: Bool) {
        var plain = PlainConditions()
        guard request.sortKeys.allSatisfy({ $0.keyPath != nil }), plain.take(request.predicate) else { return nil }
        (self.request, self.plain, self.isCount) = (request, plain, isCount)
    }

    package static func == (left: RequestShape, right: RequestShape) -> Bool {
        let (one, other) = (left.request, right.request)
        return left.plain.conditions == right.plain.conditions && left.isCount == right.isCount
            && one.entityName == other.entityName && one.limit == other.limit && one.offset == other.offset
            && one.includesSubentities == other.includesSubentities && one.batchSize == other.batchSize
            && one.includesPendingChanges == other.includesPendingChanges && one.sortKeys == other.sortKeys
            && one.sortKeys.lazy.map(\.root.token).elementsEqual(other.sortKeys.lazy.map(\.root.token))
            && one.prefetchedKeyPaths == other.prefetchedKeyPaths
            && one.prefetchedTokens.elementsEqual(other.prefetchedTokens) && one.affectedStores == other.affectedStores
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(request.entityName)
        hasher.combine(plain.hash)
        hasher.combine(request.limit)
        if !request.sortKeys.isEmpty { hasher.combine(request.sortKeys) }
    }

    /// Whether a resolved request says what the request says: then one of the same shape is resolved to the same with other
    /// values.
    package func isKept(by resolved: ResolvedRequest) -> Bool {
        let conditions = resolved.predicate?.conjuncts ?? []
        return conditions.count == values.count
            && zip(conditions, values).allSatisfy { condition, value in
                guard case .comparison(let comparison) = condition, comparison.quantifier == .none,
                    case .path(let path) = comparison.left, path.steps.isEmpty,
                    case .attribute(let attribute) = path.terminal, case .constant(value) = comparison.right
                else { return false }
                return value.isPlain(beside: ComparisonKind(attribute.type))
            }
    }
}

extension FetchRequestDescription {
    /// The numbers of the tokens of relationships that are read along.
    fileprivate var prefetchedTokens: some Sequence<Int> { prefetchedRoots.detail.lazy.map(\.root.token) }
}

extension Value {
    /// Whether all values of this one's kind stay what they are beside values of another kind.
    fileprivate func isPlain(beside kind: ComparisonKind) -> Bool {
        switch (kind, self) {
        case (.number, .integer), (.number, .double), (.boolean, .boolean), (.text, .string), (.date, .date),
            (.uuid, .uuid):
            true
        default: false
        }
    }
}
