import Foundation
import PolystoreModel

extension ExpressionFunction {
    /// What the function makes of the elements of a collection; missing ones are passed over.
    ///
    /// Neither the order of the elements nor how they were grouped changes the result.
    ///
    /// - Throws: `QueryError` with code `arithmeticOverflow`.
    func aggregate(_ elements: [Value]) throws(QueryError) -> ExpressionResult {
        let values = elements.filter { !$0.isMissing }
        switch self {
        case .count: return .value(.integer(Int64(values.count)))
        case .sum: return .value(try sum(values))
        case .average: return .value(try average(values))
        case .minimum: return .value(ordered(values).first ?? .missing)
        case .maximum: return .value(ordered(values).last ?? .missing)
        case .median: return .value(try median(ordered(values)))
        case .mode: return .list(mode(ordered(values)))
        case .deviation: return .value(deviation(values))
        default: return .value(.missing)
        }
    }

    private func ordered(_ values: [Value]) -> [Value] {
        values.sorted { (ValueOrder.order($0, $1) ?? 0) < 0 }
    }

    private func sum(_ values: [Value]) throws(QueryError) -> Value {
        switch NumberOperand(values) {
        case .integers(let numbers)?:
            var sum = IntegerSum()
            for number in numbers { sum.add(number) }
            return .integer(try checked { () throws(IntegerOverflow) in try sum.sum })
        case .decimals(let numbers)?: return .decimal(try decimalSum(numbers))
        case .doubles(let numbers)?:
            var sum = ExactSum()
            for number in numbers { sum.add(number) }
            return sum.sum.map(Value.result) ?? .missing
        case nil: return .missing
        }
    }

    private func average(_ values: [Value]) throws(QueryError) -> Value {
        guard !values.isEmpty else { return .missing }
        switch NumberOperand(values) {
        case .integers(let numbers)?:
            var sum = IntegerSum()
            for number in numbers { sum.add(number) }
            return sum.average.map(Value.result) ?? .missing
        case .decimals(let numbers)?:
            let sum = Value.decimal(try decimalSum(numbers))
            return try ExpressionFunction.divide.value([sum, .decimal(Decimal(numbers.count))])
        case .doubles(let numbers)?: return Self.mean(numbers).map(Value.result) ?? .missing
        case nil: return .missing
        }
    }

    private static func mean(_ numbers: [Double]) -> Double? {
        var sum = ExactSum()
        for number in numbers { sum.add(number) }
        return sum.average
    }

    /// Decimals of great and small exponents round; in their order they always round in the same way.
    private func decimalSum(_ numbers: [Decimal]) throws(QueryError) -> Decimal {
        var total = Decimal()
        for number in numbers.sorted() {
            guard case .decimal(let sum) = try ExpressionFunction.add.value([.decimal(total), .decimal(number)]) else {
                continue
            }
            total = sum
        }
        return total
    }

    private func median(_ values: [Value]) throws(QueryError) -> Value {
        guard !values.isEmpty, NumberOperand(values) != nil else { return .missing }
        let middle = values.count / 2
        guard values.count.isMultiple(of: 2) else { return values[middle] }
        return try average([values[middle - 1], values[middle]])
    }

    /// The values that are there most often, small ones first.
    private func mode(_ values: [Value]) -> [Value] {
        var (best, found): (Int, [Value]) = (0, [])
        var start = 0
        for index in values.indices
        where index + 1 == values.count || !ValueOrder.equals(values[index], values[index + 1]) {
            let count = index + 1 - start
            if count > best { (best, found) = (count, []) }
            if count == best { found.append(values[start]) }
            start = index + 1
        }
        return found
    }

    /// The standard deviation of the whole collection, divided by the number of elements.
    private func deviation(_ values: [Value]) -> Value {
        let numbers = values.compactMap(\.nearestDouble)
        guard numbers.count == values.count, let mean = Self.mean(numbers) else { return .missing }
        return Self.mean(numbers.map { ($0 - mean) * ($0 - mean) }).map { .result($0.squareRoot()) } ?? .missing
    }
}
