import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        let rowReader = try rowReader(relationship.entity.rootNumber)
        guard let column = rowReader.table.column(relationship.key, of: relationship.entity.name),
            !context.opening.placement.omittedReferences.contains(relationship)
        else { return }
        let present = context.present.columns(of: rowReader.table.table)
        let companion = column.companion.flatMap { present.contains($0) ? $0 : nil }
        // Rows name the store of an object by its peer; without the column, all objects are of this store.
        var keysOfPeer: [UInt32: [Int64]] = [:]
        for object in objects {
            let peer = context.peerNumber(of: object, destination: relationship.destination.rootNumber)
            if let peer, peer == 0 || companion != nil { keysOfPeer[peer, default: []].append(object.key) }
        }
        var goesOn = true
        for (peer, keys) in keysOfPeer.sorted(byNumber: \.key) where goesOn {
            let shape = context.shapes.shape(
                select(rowReader, SQLName.quoted(column.name), companion, isOne: keys.count == 1))
            try use { (connection) throws(StoreError) in
                try rows(
                    shape, rowReader, connection,
                    { statement in
                        if keys.count == 1 {
                            statement.bind(keys[0], 1)
                        } else {
                            statement.bindTextCopy(KeyArray.json(keys), 1)
                        }
                        if companion != nil { statement.bind(Int64(peer), 2) }
                    },
                    { batch in
                        goesOn = receive(batch)
                        return goesOn
                    })
            }
        }
    }

    /// The statement for the rows that refer to one object, or to one of several.
    private func select(_ rowReader: RowReader, _ column: String, _ companion: String?, isOne: Bool) -> String {
        let peer = companion.map { " AND ifnull(t0.\(SQLName.quoted($0)), 0) = ?2" } ?? ""
        return "SELECT \(rowReader.columnList) FROM \(rowReader.table.table) t0 WHERE t0.\(column)"
            + (isOne ? " = ?1" : " IN (SELECT value FROM json_each(?1))") + peer
    }
}
