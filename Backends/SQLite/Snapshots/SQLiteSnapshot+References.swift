import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    /// From how many objects on it is worth finding out whether most rows refer to one of them.
    private static let many = 64
    /// How many of them are looked up for that.
    private static let sample = 16

    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        let reader = try rowReader(relationship.entity.rootNumber)
        let column = context.references.column(relationship) { ReferenceColumn(relationship, reader, in: context) }
        guard let reference = column else { return }
        var targets: [ReferenceTarget] = []
        targets.reserveCapacity(objects.count)
        for object in objects {
            if let peer = reference.peer(of: object, in: context) { targets.append((object.key, peer)) }
        }
        let first = targets.count >= Self.many ? targets.prefix(Self.sample) : targets[...]
        let rest = targets.dropFirst(first.count)
        try use { (connection) throws(StoreError) in
            let isDone = try readPages(reference.reader, connection) { (walk) throws(PageTrouble) in
                guard let tree = walk.index(reference.name) else { return false }
                let builder = RowBatchBuilder(layouts: context.layouts)
                guard let count = try walk.find(first, reference, tree, builder, receive) else { return true }
                if !rest.isEmpty {
                    let isMost = try Self.isMost(count, of: first, rest, highest: walk.tree.highestKey() ?? 0)
                    let goesOn =
                        isMost
                        ? try walk.filter(reference, WantedKeys(rest).contains, builder, receive)
                        : try walk.find(rest, reference, tree, builder, receive) != nil
                    guard goesOn else { return true }
                }
                walk.finish(builder, receive)
                return true
            }
            if isDone { return }
            let builder = RowBatchBuilder(layouts: context.layouts)
            guard let count = try find(first, reference, connection, builder, receive) else { return }
            if !rest.isEmpty {
                let highest = try connection.integer("SELECT max(Z_PK) FROM \(reference.reader.table.table)") ?? 0
                let goesOn =
                    Self.isMost(count, of: first, rest, highest: highest)
                    ? try filter(rest, reference, connection, builder, receive)
                    : try find(rest, reference, connection, builder, receive) != nil
                guard goesOn else { return }
            }
            for batch in builder.takeBatches() where !receive(batch) { return }
        }
    }

    /// Whether most rows are wanted, judging by those of the first objects.
    ///
    /// By the index each row is looked up by itself: worth it only while few of them are wanted.
    private static func isMost(
        _ count: Int, of first: ArraySlice<ReferenceTarget>, _ rest: ArraySlice<ReferenceTarget>, highest: Int64
    ) -> Bool {
        highest / 4 < Int64(count) * Int64(rest.count) / Int64(first.count)
    }

    /// Looks up the rows of each object by the index, and says how many there were; nil when no more are wanted.
    private func find(
        _ targets: ArraySlice<ReferenceTarget>, _ reference: ReferenceColumn, _ connection: Connection,
        _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) -> Int? {
        let statement = try connection.statement(reference.rowsOfOne)
        defer { connection.finish(statement) }
        let steps = connection.counters.steps
        var runs = 0
        for target in targets {
            statement.bind(target.key, 1)
            if reference.hasPeers { statement.bind(Int64(target.peer), 2) }
            guard try deliver(statement, reference.reader, builder, receive) else { return nil }
            statement.reset()
            runs += 1
        }
        // Each run ends with a step that finds no row.
        return connection.counters.steps - steps - runs
    }

    /// Reads the whole table, and of it the rows that refer to one of some objects; false when no more are wanted.
    private func filter(
        _ targets: ArraySlice<ReferenceTarget>, _ reference: ReferenceColumn, _ connection: Connection,
        _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) -> Bool {
        let wanted = WantedKeys(targets)
        let statement = try connection.statement(reference.allRows)
        defer { connection.finish(statement) }
        let (column, peerColumn) = (statement.columnCount - 2, statement.columnCount - 1)
        while try statement.step() {
            let key = statement.integer(column)
            let peer = reference.hasPeers ? UInt32(truncatingIfNeeded: statement.integer(peerColumn)) : 0
            guard wanted.contains(key, peer) else { continue }
            _ = try reference.reader.read(statement, into: builder)
            if builder.hasFullBatch {
                for batch in builder.takeFullBatches() where !receive(batch) { return false }
            }
        }
        return true
    }
}
