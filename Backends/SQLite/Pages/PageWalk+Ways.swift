import PolystoreModel
import PolystoreStorage

extension PageWalk {
    /// A query with its values: the way to its rows, and what is asked of each.
    struct Way {
        /// The range of an index; nil when all rows are looked at.
        let range: (tree: IndexTree, range: PageRange, count: Int)?
        /// The column of the index.
        var column: String?
        let filter: PageFilter
    }

    /// Decides about the way; nil when one of the values is no number.
    func way(_ query: PageQuery, _ values: [SQLValue]) throws(PageTrouble) -> Way? {
        var numbers: [PageNumber] = []
        for place in query.conditions.indices {
            guard let number = PageNumber(values[place]) else { return nil }
            numbers.append(number)
        }
        var best: (tree: IndexTree, range: PageRange, count: Int, used: [Int], column: String)?
        for column in Set(query.conditions.map(\.column)) {
            guard let tree = index(column), let (range, used) = PageRange.made(of: query.conditions, numbers, column)
            else { continue }
            // What another program wrote may be a text, which only statements read.
            if range.upper == nil, try tree.endsWithText() { throw .unknown }
            // Looking up a row costs some times as much as passing it by.
            let limit: Int
            if let best { limit = best.count - 1 } else { limit = Int(clamping: (try self.tree.highestKey() ?? 0) / 4) }
            let count = try tree.count(range, limit: limit)
            if count <= limit { best = (tree, range, count, used, column) }
        }
        var tests: [PageTest] = []
        for (place, condition) in query.conditions.enumerated() where !(best?.used.contains(place) ?? false) {
            tests.append(PageTest(position: condition.position, passing: condition.passing, number: numbers[place]))
        }
        let positions = tests.map(\.position) + (query.entities == nil ? [] : [1])
        return Way(
            range: best.map { ($0.tree, $0.range, $0.count) }, column: best?.column,
            filter: PageFilter(tests, entities: query.entities, columnCount: columnCount(positions)))
    }
}
