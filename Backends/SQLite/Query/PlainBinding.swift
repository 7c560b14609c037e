import PolystoreModel
import PolystoreQuery

/// How the values of a plain query become the values of its statements' parameters.
struct PlainBinding: Sendable {
    private let conditions: [PlainQuery.Condition]
    /// The kinds of the columns that the conditions compare.
    private let kinds: [SQLOperand.Kind]
    /// The conditions in the order of their parameters.
    private let places: [Int]

    /// Reads how a shape's conditions became SQL; nil when one of them compares no column.
    init?(_ shape: PlainQuery.Shape, _ start: QueryPlanner.Start) {
        var kinds: [SQLOperand.Kind] = []
        for condition in shape.conditions {
            guard let operand = start.compiler.terminal(.attribute(condition.attribute), start.subject) else {
                return nil
            }
            kinds.append(operand.kind)
        }
        (conditions, self.kinds, places) = (shape.conditions, kinds, start.places)
    }

    /// The conditions in the order of their parameters, with the kinds of the columns that they compare.
    var comparisons: [(PlainQuery.Condition, SQLOperand.Kind)] { places.map { (conditions[$0], kinds[$0]) } }

    /// The values of the parameters; nil when a comparison with one of the values is another one in SQL.
    ///
    /// - Parameters:
    ///   - values: What the conditions compare with, in their order.
    ///   - limit: The limit of a limited query.
    /// - Returns: The parameters' values, in their order; or nil.
    func bound(_ values: [Value], limit: Int?) -> [SQLValue]? {
        guard values.count == conditions.count else { return nil }
        var bound: [SQLValue] = []
        bound.reserveCapacity(values.count + 1)
        for index in places {
            let (comparator, options) = (conditions[index].comparator, conditions[index].options)
            let folding = TextFolding(rawValue: options.rawValue)
            guard
                case .compare(let compared, let parameter)? = ConstantComparison.outcome(
                    kinds[index], comparator, values[index], folding),
                compared == comparator
            else { return nil }
            bound.append(parameter)
        }
        if let limit { bound.append(.integer(Int64(limit))) }
        return bound
    }
}
