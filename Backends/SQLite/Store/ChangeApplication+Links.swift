import PolystoreModel
import PolystoreStorage

extension ChangeApplication {
    func link(_ changes: [LinkChange]) throws(StoreError) {
        for change in changes {
            guard let schema = context.schema.join(change.join) else {
                throw StoreError(
                    .unsupported, [.property: change.join.name, .reason: "the store does not keep the join"])
            }
            let hasPeers = context.present.columns(of: schema.table).contains(schema.sourcePeer)
            let sql =
                change.kind == .put
                ? JoinStatements.put(schema, hasPeers: hasPeers) : JoinStatements.remove(schema, hasPeers: hasPeers)
            let source = peer(change.source, change.join.forward.entity.rootNumber)
            let target = peer(change.target, change.join.forward.destination.rootNumber)
            guard hasPeers || (source == 0 && target == 0) else {
                throw StoreError(
                    .unsupported, [.property: change.join.name, .reason: "a pair may not leave the store"])
            }
            let statement = try connection.statement(context.shapes.shape(sql))
            defer { connection.finish(statement) }
            statement.bind(change.source.key, 1)
            statement.bind(change.target.key, 2)
            if change.kind == .put {
                if let order = change.targetOrder { statement.bind(order, 3) } else { statement.bindNull(3) }
                if let order = change.sourceOrder { statement.bind(order, 4) } else { statement.bindNull(4) }
            }
            if hasPeers {
                statement.bind(Int64(source), 5)
                statement.bind(Int64(target), 6)
            }
            try statement.run()
        }
    }

    private func peer(_ object: ObjectID, _ root: RootNumber) -> UInt32 {
        if object.store == context.number, object.root == root { return 0 }
        return context.peers.number(of: object.store, object.root)
    }
}
