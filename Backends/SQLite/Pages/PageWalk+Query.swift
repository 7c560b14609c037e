import PolystoreModel
import PolystoreStorage

extension PageWalk {
    /// The most keys of an index that are put in order.
    private static let sortLimit = 65_536

    /// The number of a query's rows; nil when it is not found out here.
    func count(_ query: PageQuery, _ values: [SQLValue]) throws(PageTrouble) -> Int? {
        guard !query.isLimited, !query.conditions.isEmpty, let way = try way(query, values) else { return nil }
        if way.filter.isEmpty, let range = way.range { return range.count }
        var count = 0
        let filter = way.filter
        _ = try eachCell(
            way,
            { (cell) throws(PageTrouble) in
                if try passes(cell, filter) { count &+= 1 }
                return true
            },
            between: {
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
        let isWanted = try eachCell(
            way,
            { (cell) throws(PageTrouble) in
                // A limit counts rows as statements do: also those of entities that the reader was not made for.
                if try read(cell, passing: way.filter, into: builder) { left -= 1 }
                return left > 0
            }, between: { () throws(PageTrouble) in try deliver(builder, receive) })
        if isWanted || left <= 0 { finish(builder, receive) }
        return true
    }

    /// Hands out what is left.
    func finish(_ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool) {
        noteDelivery()
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
                        guard left > 0 else { return }
                        if try read(cell, passing: way.filter, into: builder) { left -= 1 }
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
        let filter = way.filter
        let went = try eachCell(
            way,
            { (cell) throws(PageTrouble) in
                if let row = row(cell, columnCount) {
                    if filter.passes(row) { isNumber = first.offer(row.value(position), cell.key) }
                } else {
                    isNumber =
                        try ask(cell.key) { (row) throws(PageTrouble) in
                            filter.passes(row) ? first.offer(row.value(position), cell.key) : true
                        } ?? true
                }
                return isNumber
            },
            between: {
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
}
