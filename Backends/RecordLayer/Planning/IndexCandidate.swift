import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// What one index can do for a query: which of its entries have to be visited, and whether they come in order.
final class IndexCandidate {
    /// How the entries of the ranges come in the query's order.
    enum Order {
        /// They do not.
        case none
        /// Range after range.
        case walked
        /// By merging the ranges.
        case merged
    }

    /// The index.
    let definition: IndexDefinition
    // Written only while the candidate is made: there is nothing for the runtime to check.
    /// The positions of the conditions that the ranges answer exactly.
    @exclusivity(unchecked) private(set) var exact = PositionSet()
    /// The positions of the conditions that shaped the ranges.
    @exclusivity(unchecked) private(set) var narrowing = PositionSet()
    /// The ranges, ascending; none when nothing can match.
    @exclusivity(unchecked) private(set) var ranges: [IndexRange] = []
    /// Whether the entries come in the query's order.
    @exclusivity(unchecked) private(set) var order = Order.none
    /// Whether the index is walked from its end.
    @exclusivity(unchecked) private(set) var isBackward = false
    /// Whether at most one object can be found, because its unique values are given.
    @exclusivity(unchecked) private(set) var findsAtMostOne = false

    /// The properties whose value is given, and those for which there are several.
    @exclusivity(unchecked) private var given: [ModelProperty] = []
    @exclusivity(unchecked) private var listed: [ModelProperty] = []

    /// How many ranges are made of lists at most, where more than one list is given.
    private static let largestProduct = 1024
    /// How many ranges are merged at most.
    private static let largestMerge = 64

    /// Whether an index holds all of a query's objects, and can be of use.
    static func canServe(
        _ definition: IndexDefinition, _ query: StoreQuery, _ conditions: [ElementCondition?]
    ) -> Bool {
        guard let first = definition.elements.first?.property,
            query.entities.allSatisfy({ $0.isKind(of: definition.entity) }), definition.isOrderedByValues
        else { return false }
        return query.isOrdered || conditions.contains { $0?.property == first }
    }

    /// Matches an index that can serve with a query.
    init(_ definition: IndexDefinition, _ query: StoreQuery, _ conditions: [ElementCondition?]) {
        self.definition = definition
        makeRanges(conditions)
        findsAtMostOne = definition.constraint != nil && given.count == definition.elements.count && !hasMissingElement
        if query.isOrdered { decideOrder(query) }
    }

    /// Whether fewer entries than all have to be visited.
    var isNarrow: Bool { !narrowing.isEmpty }

    @exclusivity(unchecked) private var hasMissingElement = false

    private func makeRanges(_ conditions: [ElementCondition?]) {
        var head: [UInt8] = []
        head.reserveCapacity(32)
        KeyEncoding.append(definition.number, to: &head)
        var prefixes = [head]
        for element in definition.elements {
            if let (index, values) = shortestList(of: element.property, conditions),
                prefixes.count == 1 || prefixes.count * values.count <= IndexCandidate.largestProduct
            {
                let encodings = element.isAscending ? values : values.reversed().map { $0.map { ~$0 } }
                prefixes = prefixes.flatMap { prefix in encodings.map { prefix + $0 } }
                exact.insert(index)
                narrowing.insert(index)
                if values.count == 1 { given.append(element.property) } else { listed.append(element.property) }
                if values.contains([KeyEncoding.missing]) { hasMissingElement = true }
                continue
            }
            guard let (low, high) = bounds(of: element.property, conditions) else { break }
            let (first, last) = element.isAscending ? (low, high) : (high.inverted, low.inverted)
            for prefix in prefixes {
                // The index number in front keeps every bound from being the last key of all.
                let range = IndexRange(
                    lower: first.key(after: prefix) ?? prefix, upper: last.key(after: prefix), given: prefix.count)
                if !range.isEmpty { ranges.append(range) }
            }
            return
        }
        ranges = prefixes.map(IndexRange.init(prefix:))
    }

    /// The condition on a property with the fewest values.
    private func shortestList(
        of property: ModelProperty, _ conditions: [ElementCondition?]
    ) -> (index: Int, values: [[UInt8]])? {
        var shortest: (index: Int, values: [[UInt8]])?
        for (index, condition) in conditions.enumerated() {
            guard let condition, case .oneOf(let values) = condition.kind, condition.property == property else {
                continue
            }
            if shortest.map({ values.count < $0.values.count }) ?? true { shortest = (index, values) }
        }
        return shortest
    }

    /// What all conditions with bounds leave of a property.
    private func bounds(
        of property: ModelProperty, _ conditions: [ElementCondition?]
    ) -> (low: ElementBound, high: ElementBound)? {
        var result: (low: ElementBound, high: ElementBound)?
        for (index, condition) in conditions.enumerated() {
            guard let condition, case .between(let low, let high) = condition.kind, condition.property == property
            else {
                continue
            }
            if condition.isExact { exact.insert(index) }
            narrowing.insert(index)
            guard let known = result else {
                result = (low, high)
                continue
            }
            result = (max(known.low, low), min(known.high, high))
        }
        return result
    }

    /// Compares what is left of the index behind what is given with what is left of the order.
    private func decideOrder(_ query: StoreQuery) {
        var terms: [(property: ModelProperty, isAscending: Bool)] = []
        for key in query.sortKeys {
            guard let path = key.path, path.steps.isEmpty, case .attribute(let attribute) = path.terminal,
                attribute.type != .string && attribute.type != .uri || key.options.isSubset(of: .normalized)
            else { return }
            let property = ModelProperty.attribute(attribute)
            // A property with one value orders nothing, and neither does one that was there before.
            if given.contains(property) || terms.contains(where: { $0.property == property }) { continue }
            terms.append((property, key.isAscending))
        }
        let rest = definition.elements.filter { !given.contains($0.property) }
        if matches(rest, terms, query) {
            order = .walked
        } else if !listed.isEmpty, ranges.count <= IndexCandidate.largestMerge,
            matches(rest.filter { !listed.contains($0.property) }, terms, query)
        {
            order = .merged
        }
    }

    /// Whether entries are in order by some elements and then by key, forward or backward, as the query wants them.
    private func matches(
        _ elements: [IndexDefinition.Element], _ terms: [(property: ModelProperty, isAscending: Bool)],
        _ query: StoreQuery
    ) -> Bool {
        guard elements.count == terms.count, zip(elements, terms).allSatisfy({ $0.property == $1.property }) else {
            return false
        }
        isBackward = definition.isKeyAscending != query.isKeyAscending
        return zip(elements, terms).allSatisfy { ($0.isAscending != $1.isAscending) == isBackward }
    }
}

extension ElementBound: Comparable {
    /// Whether a bound comes before another: of two that begin alike, the one before everything with more bytes lies
    /// inside of what the shorter one includes.
    static func < (left: ElementBound, right: ElementBound) -> Bool {
        let common = min(left.bytes.count, right.bytes.count)
        let (first, second) = (left.bytes.prefix(common), right.bytes.prefix(common))
        if first != second { return first.lexicographicallyPrecedes(second) }
        if left.bytes.count == right.bytes.count { return !left.isBehind && right.isBehind }
        return left.bytes.count < right.bytes.count ? !left.isBehind : right.isBehind
    }
}
