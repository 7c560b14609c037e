import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// A plain query of which all can be done where rows lie on their pages: conditions on numbers, and no order but that of
/// keys or the first few by a number.
struct PageQuery: Sendable {
    /// What one condition compares; the value comes with the query.
    struct Condition: Sendable {
        /// The name of the column, and its position in the reader's list.
        let column: String
        let position: Int32
        let comparator: FetchComparison.Operator

        /// The standings that pass: nothing equals no number.
        var passing: UInt8 {
            switch comparator {
            case .equal: PageTest.bits(.equal)
            case .notEqual: PageTest.bits(.missing, .less, .greater)
            case .less: PageTest.bits(.less)
            case .lessOrEqual: PageTest.bits(.less, .equal)
            case .greater: PageTest.bits(.greater)
            default: PageTest.bits(.greater, .equal)
            }
        }
    }

    enum Order: Sendable {
        case none
        /// By ascending keys.
        case key
        /// By a number, and then by the key in the same direction.
        case number(position: Int32, isAscending: Bool)
    }

    /// In the order of the statement's parameters.
    let conditions: [Condition]
    /// The numbers of the entities that are wanted; nil for all.
    let entities: Set<Int64>?
    let order: Order
    let isLimited: Bool

    /// Nil where something of the query is left to statements.
    init?(_ shape: PlainQuery.Shape, _ start: QueryPlanner.Start, _ binding: PlainBinding, in context: StoreContext) {
        let reader = start.reader
        func position(_ attribute: ModelAttribute) -> (column: String, position: Int32)? {
            guard let column = start.subject.column(attribute.key), column.companion == nil,
                let position = reader.columnNames.firstIndex(of: column.name)
            else { return nil }
            return (column.name, Int32(position))
        }
        var conditions: [Condition] = []
        for (condition, kind) in binding.comparisons {
            guard kind.liesAsNumber, condition.options.isEmpty, let found = position(condition.attribute) else {
                return nil
            }
            switch condition.comparator {
            case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
                conditions.append(
                    Condition(column: found.column, position: found.position, comparator: condition.comparator))
            default: return nil
            }
        }
        self.conditions = conditions
        let served = context.served.count { $0.rootNumber == reader.table.root }
        entities =
            shape.entities.count < served
            ? Set(shape.entities.compactMap { context.schema.numbers[$0.name].map(Int64.init) }) : nil
        isLimited = shape.isLimited
        switch shape.sortKeys.count {
        case 0: order = shape.isOrdered ? .key : .none
        case 1 where shape.isOrdered && shape.isLimited:
            guard let key = shape.sortKeys.first, let path = key.path, path.steps.isEmpty,
                case .attribute(let attribute) = path.terminal, let found = position(attribute),
                start.compiler.terminal(path.terminal, start.subject)?.kind.liesAsNumber == true
            else { return nil }
            order = .number(position: found.position, isAscending: key.isAscending)
        default: return nil
        }
    }
}

extension SQLOperand.Kind {
    /// Whether values of the kind are numbers in the file, in the order of what they mean.
    fileprivate var liesAsNumber: Bool {
        switch self {
        case .boolean, .integer, .real, .date: true
        default: false
        }
    }
}
