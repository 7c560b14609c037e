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

    /// How many keys of an index are looked up before rows are handed out.
    static let keyLimit = 256
    /// The most keys of an index that are put in order.
    private static let sortLimit = 65_536

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
            // Looking up a row costs some times as much as passing it by.
            // What another program wrote may be a text, which only statements read.
            if range.upper == nil, try tree.endsWithText() { throw .unknown }
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

    /// The number of a query's rows; nil when it is not found out here.
    func count(_ query: PageQuery, _ values: [SQLValue]) throws(PageTrouble) -> Int? {
        guard !query.isLimited, !query.conditions.isEmpty, let way = try way(query, values) else { return nil }
        if way.filter.isEmpty, let range = way.range { return range.count }
        var count = 0
        let filter = way.filter
        _ = try eachCell(
            way, { (cell) throws(PageTrouble) in
                if try passes(cell, filter) { count &+= 1 }
                return true
            }, between: {
                file.trim()
                return true
            })
        return count
    }

    /// Hands out a query's rows.
    ///
    /// - Returns: False when they are to be asked of statements.
    func rows(
        _ query: PageQuery, _ values: [SQLValue], _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard let way = try way(query, values) else { return false }
        var left = Int.max
        if query.isLimited, case .integer(let limit)? = values.last { left = Int(clamping: limit) }
        switch query.order {
        case .none: break
        case .key:
            if way.range != nil { return try rowsByKey(way, left, builder, receive) }
        case .number(let position, let isAscending):
            return try firstRows(way, left, position, isAscending, builder, receive)
        }
        guard left > 0 else { return true }
        let isWanted = try each(
            way, { (cell) throws(PageTrouble) in
                // A limit counts rows as statements do: also those of entities that the reader was not made for.
                _ = try read(cell, into: builder)
                left -= 1
                return left > 0
            }, between: { () throws(PageTrouble) in try deliver(builder, receive) })
        if isWanted || left <= 0 { finish(builder, receive) }
        return true
    }

    /// Hands out what is left.
    func finish(_ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool) {
        delivery.hasBegun = true
        for batch in builder.takeBatches() where !receive(batch) { return }
    }

    /// The rows of a range in the order of their keys.
    private func rowsByKey(
        _ way: Way, _ limit: Int, _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard let range = way.range, range.count <= Self.sortLimit else { return false }
        let list = KeyList()
        _ = try range.tree.eachKeys(range.range, list) { true }
        var keys: [Int64] = []
        try list.take { (found) throws(PageTrouble) in keys = found.sorted() }
        var left = limit
        for key in keys where left > 0 {
            list.append(key)
            if list.count == TableTree.width || key == keys.last {
                try list.take { (found) throws(PageTrouble) in
                    try tree.each(found, mustExist: true) { (cell) throws(PageTrouble) in
                        guard left > 0, try passes(cell, way.filter) else { return }
                        _ = try read(cell, into: builder)
                        left -= 1
                    }
                }
                guard try deliver(builder, receive) else { return true }
            }
        }
        finish(builder, receive)
        return true
    }

    /// The first few rows by a number.
    private func firstRows(
        _ way: Way, _ limit: Int, _ position: Int32, _ isAscending: Bool, _ builder: RowBatchBuilder,
        _ receive: (RowBatch) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard limit <= FirstKeys.limit else { return false }
        var first = FirstKeys(limit, isAscending: isAscending)
        let columnCount = max(way.filter.columnCount, columnCount([position]))
        var isNumber = true
        let went = try each(
            way, columnCount, { (key, row) throws(PageTrouble) in
                isNumber = first.offer(row.value(position), key)
                return isNumber
            }, { (key, row) throws(PageTrouble) in
                isNumber = first.offer(row.value(position), key)
                return isNumber
            }, between: {
                file.trim()
                return true
            })
        guard went || isNumber else { return false }
        let list = KeyList()
        for key in first.keys { list.append(key) }
        try list.take { (keys) throws(PageTrouble) in
            try tree.each(keys, mustExist: true) { (cell) throws(PageTrouble) in _ = try read(cell, into: builder) }
        }
        finish(builder, receive)
        return true
    }

    @inline(__always)
    private func passes(_ cell: LeafCell, _ filter: PageFilter) throws(PageTrouble) -> Bool {
        if filter.isEmpty { return true }
        return try look(
            cell, filter.columnCount, { (row) throws(PageTrouble) in filter.passes(row) },
            { (row) throws(PageTrouble) in filter.passes(row) }) ?? false
    }

    /// Calls a closure with each row of a way; it says whether to go on.
    @inline(__always)
    func each(
        _ way: Way, _ body: (LeafCell) throws(PageTrouble) -> Bool, between: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        try eachCell(
            way, { (cell) throws(PageTrouble) in
                guard try passes(cell, way.filter) else { return true }
                return try body(cell)
            }, between: between)
    }

    /// The same with the row itself, of which more columns are found.
    @inline(__always)
    private func each(
        _ way: Way, _ columnCount: Int, _ onPage: (Int64, RecordRow) throws(PageTrouble) -> Bool,
        _ elsewhere: (Int64, StatementRow) throws(PageTrouble) -> Bool, between: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        try eachCell(
            way, { (cell) throws(PageTrouble) in
                try look(
                    cell, columnCount,
                    { (row) throws(PageTrouble) in way.filter.passes(row) ? try onPage(cell.key, row) : true },
                    { (row) throws(PageTrouble) in way.filter.passes(row) ? try elsewhere(cell.key, row) : true }) ?? true
            }, between: between)
    }

    @inline(__always)
    func eachCell(
        _ way: Way, _ body: (LeafCell) throws(PageTrouble) -> Bool, between: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard let range = way.range else {
            return try tree.eachLeaf { (page) throws(PageTrouble) in
                for place in 0..<page.count {
                    guard try body(try LeafCell(page, place)) else { return false }
                }
                return true
            } between: { () throws(PageTrouble) in try between() }
        }
        let list = KeyList()
        var goesOn = true
        func lookUp() throws(PageTrouble) -> Bool {
            try list.take { (keys) throws(PageTrouble) in
                try tree.each(keys, mustExist: true) { (cell) throws(PageTrouble) in
                    if goesOn { goesOn = try body(cell) }
                }
            }
            return goesOn ? try between() : false
        }
        let went = try range.tree.eachKeys(range.range, list) { () throws(PageTrouble) in
            list.count < Self.keyLimit ? true : try lookUp()
        }
        return went ? try lookUp() : false
    }
}

extension PageRange {
    /// The range of a column's index that conditions leave, and which of them it is made of; nil when none.
    static func made(
        of conditions: [PageQuery.Condition], _ numbers: [PageNumber], _ column: String
    ) -> (range: PageRange, used: [Int])? {
        var range = PageRange()
        var used: [Int] = []
        for (place, condition) in conditions.enumerated() where condition.column == column {
            let number = numbers[place]
            switch condition.comparator {
            case .equal: return (PageRange(equal: number), [place])
            case .greater, .greaterOrEqual:
                guard range.lower == nil else { continue }
                range.lower = Bound(number: number, isClosed: condition.comparator == .greaterOrEqual)
                used.append(place)
            case .less, .lessOrEqual:
                guard range.upper == nil else { continue }
                range.upper = Bound(number: number, isClosed: condition.comparator == .lessOrEqual)
                used.append(place)
            default: continue
            }
        }
        return used.isEmpty ? nil : (range, used)
    }
}
