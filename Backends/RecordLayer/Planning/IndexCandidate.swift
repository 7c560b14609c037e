import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// What one index can do for a query.
struct IndexCandidate {
    /// The index.
    let definition: IndexDefinition
    /// The positions of the conditions that the ranges answer exactly.
    private(set) var used: Set<Int> = []
    /// The ranges, ascending.
    private(set) var ranges: [IndexRange] = []
    /// Whether the entries come in the query's order.
    private(set) var isSorted = false
    /// Whether the index is walked from its end.
    private(set) var isBackward = false
    /// How good the index is; 0 when it does nothing.
    private(set) var score = 0

    /// Matches an index with a query; nil when it does not hold all of the query's objects.
    init?(
        _ definition: IndexDefinition, _ query: StoreQuery, _ conjuncts: [ResolvedPredicate],
        _ catalog: RecordCatalog
    ) {
        guard !definition.elements.isEmpty, query.entities.allSatisfy({ $0.isKind(of: definition.entity) }) else {
            return nil
        }
        self.definition = definition
        let conditions = conjuncts.map { ElementCondition($0, catalog) }
        var prefix: [UInt8] = []
        KeyEncoding.append(definition.number, to: &prefix)
        var position = 0
        var isRangeOpen = true
        while position < definition.elements.count, isRangeOpen {
            let element = definition.elements[position]
            let matching = conditions.indices.filter { conditions[$0]?.property == element.property }
            if let index = matching.first(where: { conditions[$0]?.equalValue != nil }),
                let value = conditions[index]?.equalValue
            {
                prefix += element.isAscending ? value : value.map { ~$0 }
                used.insert(index)
                score += 4
                position += 1
                continue
            }
            isRangeOpen = false
            narrow(element, matching, conditions, prefix)
        }
        if ranges.isEmpty, !hasEmptyRange { ranges = [IndexRange(prefix: prefix)] }
        if position == definition.elements.count, definition.constraint != nil { score += 8 }
        decideOrder(query, position, conditions)
        if isSorted { score += 1 }
    }

    private var hasEmptyRange = false

    /// Makes ranges of the conditions on the first element that is not fixed to one value.
    private mutating func narrow(
        _ element: IndexDefinition.Element, _ matching: [Int], _ conditions: [ElementCondition?], _ prefix: [UInt8]
    ) {
        for index in matching {
            guard case .oneOf(let values)? = conditions[index]?.kind else { continue }
            let encodings = element.isAscending ? values : values.reversed().map { $0.map { ~$0 } }
            ranges = encodings.map { IndexRange(prefix: prefix + $0) }
            hasEmptyRange = ranges.isEmpty
            used.insert(index)
            score += 3
            return
        }
        var range: IndexRange?
        for index in matching {
            guard case .between(let low, let high)? = conditions[index]?.kind else { continue }
            let (first, last) = element.isAscending ? (low, high) : (high.inverted, low.inverted)
            // The index number in front keeps every bound from being the last key of all.
            let lower = first.key(after: prefix) ?? prefix
            let upper = last.key(after: prefix)
            if var known = range {
                if known.lower.lexicographicallyPrecedes(lower) { known.lower = lower }
                if let upper, known.upper.map({ upper.lexicographicallyPrecedes($0) }) ?? true { known.upper = upper }
                range = known
            } else {
                range = IndexRange(lower: lower, upper: upper)
            }
            used.insert(index)
        }
        guard let range else { return }
        score += 2
        hasEmptyRange = range.isEmpty
        ranges = range.isEmpty ? [] : [range]
    }

    /// Compares what is left of the index behind its fixed elements with what is left of the order.
    private mutating func decideOrder(_ query: StoreQuery, _ fixed: Int, _ conditions: [ElementCondition?]) {
        guard query.isOrdered else { return }
        let fixedProperties = Set(definition.elements[..<fixed].map(\.property))
        var terms: [(property: ModelProperty, isAscending: Bool)] = []
        for key in query.sortKeys {
            guard let path = key.path, path.steps.isEmpty, case .attribute(let attribute) = path.terminal,
                attribute.type != .string && attribute.type != .uri || key.options.isSubset(of: .normalized)
            else { return }
            let property = ModelProperty.attribute(attribute)
            // A property with one value orders nothing, and neither does one that was there before.
            if fixedProperties.contains(property) || terms.contains(where: { $0.property == property }) { continue }
            terms.append((property, key.isAscending))
        }
        let rest = definition.elements[fixed...]
        guard rest.count == terms.count, zip(rest, terms).allSatisfy({ $0.property == $1.property }) else { return }
        // Several ranges of no element that is sorted by follow one another in an order of their own.
        if terms.isEmpty, ranges.count > 1 { return }
        let isForward = zip(rest, terms).allSatisfy { $0.isAscending == $1.isAscending }
        let isReversed = zip(rest, terms).allSatisfy { $0.isAscending != $1.isAscending }
        if isForward, definition.isKeyAscending == query.isKeyAscending {
            isSorted = true
        } else if isReversed, definition.isKeyAscending != query.isKeyAscending {
            isSorted = true
            isBackward = true
        }
    }
}

extension ElementCondition {
    /// The only encoding that satisfies the condition.
    fileprivate var equalValue: [UInt8]? {
        if case .oneOf(let values) = kind, values.count == 1 { values[0] } else { nil }
    }
}
