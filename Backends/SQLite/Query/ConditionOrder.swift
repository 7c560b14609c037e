import PolystoreModel
import PolystoreQuery

/// In which order the parts of a filter stand in SQL.
///
/// The library tests them one after the other, and to reach a column walks over the lengths of those before it. So what it
/// compares itself comes in the order of the columns: of a row that one test refuses the others are not looked for. Tables
/// have numbers before texts, so that this is also what is cheaper to compare. What it calls us for comes last.
enum ConditionOrder {
    /// What a part costs: parts compare by it.
    private enum Place: Comparable {
        /// A comparison by the library, of a column.
        case compared(column: Int)
        /// One of a column of ours, which lies behind those of the properties.
        case comparedBeside
        /// One by a function of ours; these stay in the order of the request.
        case called
    }

    /// The positions of the parts, in the order of SQL.
    ///
    /// The order of the request, unless all parts are comparisons that cannot fail, whose order has no visible effect.
    static func places(of parts: [ResolvedPredicate], _ subject: SQLCompiler.Subject) -> [Int] {
        let places = parts.count > 1 ? parts.compactMap { place(of: $0, subject) } : []
        guard places.count == parts.count else { return Array(parts.indices) }
        return parts.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    }

    private static func place(of part: ResolvedPredicate, _ subject: SQLCompiler.Subject) -> Place? {
        guard let (attribute, comparison) = part.attributeComparison, comparison.comparator != .matches,
            let column = subject.column(attribute.key),
            let position = subject.table.columns.firstIndex(where: { $0.name == column.name })
        else { return nil }
        guard comparison.options.isEmpty else { return .called }
        switch comparison.comparator {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .beginsWith:
            return column.companion == nil ? .compared(column: position) : .comparedBeside
        default: return .called
        }
    }
}
