import PolystoreModel
import PolystoreStorage

extension PageWalk {
    /// Reads the rows that refer to some objects, by the index; nil when no more are wanted, else how many there were.
    func find(
        _ targets: ArraySlice<ReferenceTarget>, _ reference: ReferenceColumn, _ tree: IndexTree,
        _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(PageTrouble) -> Int? {
        var count = 0
        for target in targets {
            var tests: [PageTest] = []
            if let position = reference.peerPosition {
                // Without a peer a reference leads into the own store.
                let passing = target.peer == 0 ? PageTest.bits(.missing, .equal) : PageTest.bits(.equal)
                tests.append(PageTest(position: position, passing: passing, number: .integer(Int64(target.peer))))
            }
            let filter = PageFilter(tests, entities: nil, columnCount: columnCount(tests.map(\.position)))
            let way = Way(range: (tree, PageRange(equal: .integer(target.key)), 0), column: nil, filter: filter)
            let goesOn = try eachCell(
                way,
                { (cell) throws(PageTrouble) in
                    if try read(cell, passing: filter, into: builder) { count += 1 }
                    return true
                }, between: { () throws(PageTrouble) in try deliver(builder, receive) })
            guard goesOn else { return nil }
        }
        return count
    }

    /// Reads the whole table, and of it the rows that refer to one of some objects; false when no more are wanted.
    func filter(
        _ reference: ReferenceColumn, _ isWanted: (Int64, UInt32) -> Bool, _ builder: RowBatchBuilder,
        _ receive: (RowBatch) -> Bool
    ) throws(PageTrouble) -> Bool {
        let way = Way(range: nil, column: nil, filter: PageFilter([], entities: nil, columnCount: 0))
        @inline(__always)
        func names(_ row: some StoredRow) -> Bool {
            let key = row.value(reference.position)
            if key.isMissing { return false }
            let peer = reference.peerPosition.map { UInt32(truncatingIfNeeded: row.value($0).integer) } ?? 0
            return isWanted(key.integer, peer)
        }
        return try eachCell(
            way,
            { (cell) throws(PageTrouble) in
                // Most rows are wanted, so all columns are found at once.
                if let row = row(cell, columnCount) {
                    if names(row) { _ = try read(row, builder) }
                } else {
                    _ = try ask(cell.key) { (row) throws(PageTrouble) in names(row) ? try read(row, builder) : false }
                }
                return true
            }, between: { () throws(PageTrouble) in try deliver(builder, receive) })
    }
}
