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
        try use { (connection) throws(StoreError) in
            let isDone = try readPages(reference.reader, connection) { (walk) throws(PageTrouble) in
                let builder = RowBatchBuilder(layouts: context.layouts)
                return try rows(referencing: objects, reference, walk, builder, receive)
            }
            if isDone { return }
            let builder = RowBatchBuilder(layouts: context.layouts)
            let isMany = objects.count >= Self.many
            let first = isMany ? objects.prefix(Self.sample) : objects[...]
            guard let count = try find(first, reference, connection, builder, receive) else { return }
            let rest = objects.dropFirst(first.count)
            if !rest.isEmpty {
                // By the index each row is looked up by itself: worth it only while few of them are wanted.
                let expected = Int64(count) * Int64(rest.count) / Int64(first.count)
                let highest = try connection.integer("SELECT max(Z_PK) FROM \(reference.reader.table.table)") ?? 0
                let goesOn =
                    highest / 4 < expected
                    ? try filter(rest, reference, connection, builder, receive)
                    : try find(rest, reference, connection, builder, receive) != nil
                guard goesOn else { return }
            }
            for batch in builder.takeBatches() where !receive(batch) { return }
        }
    }

    /// The same from pages; false when there is no index that helps.
    private func rows(
        referencing objects: [ObjectID], _ reference: ReferenceColumn, _ walk: PageWalk, _ builder: RowBatchBuilder,
        _ receive: (RowBatch) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard let tree = walk.index(reference.name) else { return false }
        var targets: [(key: Int64, peer: UInt32)] = []
        targets.reserveCapacity(objects.count)
        for object in objects {
            if let peer = reference.peer(of: object, in: context) { targets.append((object.key, peer)) }
        }
        let first = targets.count >= Self.many ? targets.prefix(Self.sample) : targets[...]
        guard let count = try walk.find(first, reference, tree, builder, receive) else { return true }
        let rest = targets.dropFirst(first.count)
        if !rest.isEmpty {
            let expected = Int64(count) * Int64(rest.count) / Int64(first.count)
            if try (walk.tree.highestKey() ?? 0) / 4 < expected {
                let wanted = WantedKeys(rest)
                guard try walk.filter(reference, wanted.contains, builder, receive) else { return true }
            } else {
                guard try walk.find(rest, reference, tree, builder, receive) != nil else { return true }
            }
        }
        walk.finish(builder, receive)
        return true
    }

    /// Looks up the rows of each object by the index, and says how many there were; nil when no more are wanted.
    private func find(
        _ objects: ArraySlice<ObjectID>, _ reference: ReferenceColumn, _ connection: Connection,
        _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) -> Int? {
        let statement = try connection.statement(reference.rowsOfOne)
        defer { connection.finish(statement) }
        let steps = connection.counters.steps
        var runs = 0
        for object in objects {
            guard let peer = reference.peer(of: object, in: context) else { continue }
            statement.bind(object.key, 1)
            if reference.hasPeers { statement.bind(Int64(peer), 2) }
            guard try deliver(statement, reference.reader, builder, receive) else { return nil }
            statement.reset()
            runs += 1
        }
        // Each run ends with a step that finds no row.
        return connection.counters.steps - steps - runs
    }

    /// Reads the whole table, and of it the rows that refer to one of some objects; false when no more are wanted.
    private func filter(
        _ objects: ArraySlice<ObjectID>, _ reference: ReferenceColumn, _ connection: Connection,
        _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) -> Bool {
        var targets: [(key: Int64, peer: UInt32)] = []
        for object in objects {
            if let peer = reference.peer(of: object, in: context) { targets.append((object.key, peer)) }
        }
        let wanted = WantedKeys(targets[...])
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
