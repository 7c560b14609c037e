import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        guard let schema = context.schema.join(join) else { return [] }
        let hasPeers = context.present.columns(of: schema.table).contains(schema.sourcePeer)
        let shape = context.shapes.shape(JoinStatements.select(schema, forward: forward, hasPeers: hasPeers))
        let root = forward ? join.forward.entity.rootNumber : join.forward.destination.rootNumber
        return try use { (connection) throws(StoreError) in
            var links: [JoinLink] = []
            let statement = try connection.statement(shape)
            defer { connection.finish(statement) }
            for object in objects {
                guard let peer = context.peerNumber(of: object, destination: root), peer == 0 || hasPeers else {
                    continue
                }
                statement.bind(object.key, 1)
                if hasPeers { statement.bind(Int64(peer), 2) }
                while try statement.step() { links.append(try link(statement, join)) }
                statement.reset()
            }
            return links
        }
    }

    /// The pair of a statement whose columns are source, target, their orders and their peers.
    func link(_ statement: Statement, _ join: ModelJoin) throws(StoreError) -> JoinLink {
        JoinLink(
            source: try object(statement, 0, peer: 4, root: join.forward.entity.rootNumber, join),
            target: try object(statement, 1, peer: 5, root: join.forward.destination.rootNumber, join),
            targetOrder: statement.integer(2), sourceOrder: statement.integer(3))
    }

    private func object(
        _ statement: Statement, _ column: Int32, peer: Int32, root: RootNumber, _ join: ModelJoin
    ) throws(StoreError) -> ObjectID {
        let key = statement.integer(column)
        let peer = UInt32(truncatingIfNeeded: statement.integer(peer))
        if peer == 0 { return ObjectID(store: context.number, root: root, key: key) }
        guard let target = context.peers.target(of: peer) else {
            throw StoreError(.damaged, [.property: join.name, .reason: "a pair names an unknown peer"])
        }
        return ObjectID(store: target.store, root: target.root, key: key)
    }
}
