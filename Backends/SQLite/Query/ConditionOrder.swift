import PolystoreModel
import PolystoreQuery

/// In which order the parts of a filter stand in SQL.
///
/// The library tests them one after the other, and to reach a column walks over the lengths of those before it. So what
/// compares columns of the row with values asks for the first column first: of a row that it refuses the others are not
/// looked for. Tables have numbers before texts, so that this is also what is cheaper to compare.
enum ConditionOrder {
    /// The positions of the parts, in the order of SQL.
    ///
    /// The order of the request, unless all parts are comparisons that cannot fail, whose order nobody can tell.
    static func places(of parts: [ResolvedPredicate], _ subject: SQLCompiler.Subject) -> [Int] {
        let columns = parts.count > 1 ? parts.compactMap { column(of: $0, subject) } : []
        guard columns.count == parts.count else { return Array(parts.indices) }
        return parts.indices.sorted { (columns[$0], $0) < (columns[$1], $1) }
    }

    /// The position of the only column that a part needs.
    private static func column(of part: ResolvedPredicate, _ subject: SQLCompiler.Subject) -> Int? {
        guard let (attribute, comparison) = part.attributeComparison, comparison.comparator != .matches,
            let column = subject.column(attribute.key)
        else { return nil }
        return subject.table.columns.firstIndex { $0.name == column.name }
    }
}
