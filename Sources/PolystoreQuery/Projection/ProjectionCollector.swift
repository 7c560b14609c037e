import PolystoreModel

/// Computes dictionary results of rows that come one after another.
///
/// Memory is that of the results, and in groups of their keys and aggregates.
package final class ProjectionCollector {
    private struct Group {
        var keys: [Value]
        var accumulators: [AggregateAccumulator]
    }

    private let projection: ResolvedProjection
    private let source: any RowSource
    private let patterns = PatternCache()
    private var groups: [[DistinctValues.Entry]: Int] = [:]
    private var collected: [Group] = []
    private var seen = Set<[DistinctValues.Entry]>()
    private var results: [[Value]] = []

    /// Makes a collector.
    package init(_ projection: ResolvedProjection, _ source: any RowSource) {
        self.projection = projection
        self.source = source
        // Aggregates over everything have a result even of nothing.
        if projection.isGrouped, projection.keys.isEmpty { _ = group([]) }
    }

    /// How many results there are so far that stand for objects; behind the end, how many there are.
    package var count: Int { results.count }
    /// How many objects were computed of, repeated results included.
    package private(set) var computedCount = 0
    /// How many groups there are, before any was left out.
    package var groupCount: Int { collected.count }
    /// How many groups the condition has left, at the end.
    package private(set) var keptGroupCount = 0

    /// Takes an object's row.
    package func add(_ row: RowView) throws {
        var run = ExpressionRun(row: row, source: source, patterns: patterns, variables: [])
        guard projection.isGrouped else {
            run.variables = Array(repeating: .value(.missing), count: projection.variableCount)
            computedCount += 1
            append(try projection.columns.map { try run.result(of: $0).single })
            return
        }
        let index = group(try projection.keys.map { try run.result(of: $0).single })
        for (number, aggregate) in projection.aggregates.enumerated() {
            collected[index].accumulators[number].add(try run.result(of: aggregate.operand).single)
        }
    }

    /// Takes what a store accumulated over a group, by the values of `ResolvedProjection.distinctKeys`.
    package func add(_ keys: [Value], _ accumulators: [AggregateAccumulator]) {
        guard projection.isGrouped else { return append(keys) }
        let index = group(keys)
        for (number, accumulator) in accumulators.enumerated() {
            collected[index].accumulators[number].add(accumulator)
        }
    }

    /// The results: rows of values in the order of the columns.
    package func finish() throws -> [[Value]] {
        guard projection.isGrouped else { return results }
        return try finish(collected.map { group in (group.keys, try group.accumulators.map { try $0.result() }) })
    }

    /// The results of one group of all objects whose aggregates are known.
    package func finish(aggregates: [Value]) throws -> [[Value]] {
        try finish([([], aggregates.map(ExpressionResult.value))])
    }

    private func finish(_ groups: [(keys: [Value], aggregates: [ExpressionResult])]) throws -> [[Value]] {
        var found: [(place: [UInt8], keys: [Value], values: [Value])] = []
        for group in groups {
            var variables = group.keys.map(ExpressionResult.value)
            variables += group.aggregates
            variables += Array(repeating: .value(.missing), count: projection.variableCount - variables.count)
            var run = ExpressionRun(row: nil, source: source, patterns: patterns, variables: variables)
            if let having = projection.having, try !run.holds(having) { continue }
            let bytes = SortBytes()
            for key in projection.order {
                bytes.setAscending(key.isAscending)
                SortValue.write(try run.result(of: key.expression).single, key.options, to: bytes)
            }
            let values = try projection.columns.map { try run.result(of: $0).single }
            found.append((Array(bytes.bytes), group.keys, values))
        }
        keptGroupCount = found.count
        found.sort { left, right in
            if left.place != right.place { return left.place.lexicographicallyPrecedes(right.place) }
            return ProjectionCollector.precedes(left.keys, right.keys)
        }
        for group in found { append(group.values) }
        return results
    }

    /// Whether a group comes before another by the values of their expressions.
    private static func precedes(_ left: [Value], _ right: [Value]) -> Bool {
        for (first, second) in zip(left, right) {
            if first.isMissing != second.isMissing { return first.isMissing }
            let order = order(first, second)
            if order != 0 { return order < 0 }
        }
        return false
    }

    private static func order(_ left: Value, _ right: Value) -> Int {
        if case .object(let left) = left, case .object(let right) = right {
            return left == right ? 0 : left < right ? -1 : 1
        }
        return ValueOrder.order(left, right) ?? 0
    }

    private func append(_ values: [Value]) {
        guard projection.isDistinct else { return results.append(values) }
        if seen.insert(values.map(DistinctValues.Entry.init)).inserted { results.append(values) }
    }

    private func group(_ keys: [Value]) -> Int {
        let entries = keys.map(DistinctValues.Entry.init)
        if let known = groups[entries] { return known }
        groups[entries] = collected.count
        collected.append(
            Group(keys: keys, accumulators: projection.aggregates.map(AggregateAccumulator.init)))
        return collected.count - 1
    }
}
