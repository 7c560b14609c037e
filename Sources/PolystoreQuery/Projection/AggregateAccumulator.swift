import Foundation
import PolystoreModel

/// An aggregate over values that come one after another; the result is that of all of them at once.
///
/// Sums, counts, averages and bounds of integers and doubles take a fixed amount of memory; everything else keeps its
/// values.
package struct AggregateAccumulator {
    private let function: ExpressionFunction
    private let number: AttributeType?
    private var count = 0
    private var integers = IntegerSum()
    private var doubles = ExactSum()
    private var bound: Value?
    private var kept: [Value] = []

    /// Makes an aggregate of nothing.
    package init(_ aggregate: ResolvedProjection.Aggregate) {
        function = aggregate.function
        switch aggregate.number {
        case .integer16?, .integer32?, .integer64?: number = .integer64
        case .double?, .float?: number = .double
        default: number = nil
        }
    }

    /// Adds a value; a missing one is passed over.
    package mutating func add(_ value: Value) {
        guard !value.isMissing else { return }
        switch (function, value, number) {
        case (.count, _, _): count += 1
        case (.minimum, _, _), (.maximum, _, _):
            guard let known = bound else { return bound = value }
            let order = ValueOrder.order(value, known) ?? 0
            if function == .minimum ? order < 0 : order > 0 { bound = value }
        case (.sum, .integer(let number), .integer64?), (.average, .integer(let number), .integer64?):
            integers.add(number)
        case (.sum, _, .double?), (.average, _, .double?): doubles.add(value.nearestDouble ?? .nan)
        default: kept.append(value)
        }
    }

    /// Adds values that only count.
    package mutating func add(count: Int) { self.count += count }

    /// Adds what another one of the same aggregate was given.
    package mutating func add(_ other: AggregateAccumulator) {
        count += other.count
        integers.add(other.integers)
        doubles.add(other.doubles)
        kept += other.kept
        if let bound = other.bound { add(bound) }
    }

    /// The aggregate as a single value; missing where it is a list.
    ///
    /// - Throws: `QueryError` with code `arithmeticOverflow`.
    package var value: Value {
        get throws(QueryError) { try result().single }
    }

    /// The value of the aggregate.
    func result() throws(QueryError) -> ExpressionResult {
        switch (function, number) {
        case (.count, _): return .value(.integer(Int64(count)))
        case (.minimum, _), (.maximum, _): return .value(bound ?? .missing)
        case (.sum, .integer64?):
            return .value(.integer(try function.checked { () throws(IntegerOverflow) in try integers.sum }))
        case (.average, .integer64?): return .value(integers.average.map(Value.result) ?? .missing)
        case (.sum, .double?): return .value(doubles.sum.map(Value.result) ?? .missing)
        case (.average, .double?): return .value(doubles.average.map(Value.result) ?? .missing)
        default: return try function.aggregate(kept)
        }
    }
}
