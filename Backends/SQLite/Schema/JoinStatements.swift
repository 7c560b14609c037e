/// The statements on join tables.
enum JoinStatements {
    /// Source, target, orders and peers of the pairs of one side's object.
    static func select(_ join: JoinSchema, forward: Bool, hasPeers: Bool) -> String {
        let side = forward ? (join.source, join.sourcePeer) : (join.target, join.targetPeer)
        return all(join, hasPeers: hasPeers) + " WHERE \(SQLName.quoted(side.0)) = ?1"
            + (hasPeers ? " AND \(side.1) = ?2" : "")
    }

    /// Source, target, orders and peers of all pairs.
    static func all(_ join: JoinSchema, hasPeers: Bool) -> String {
        let columns = [
            SQLName.quoted(join.source), SQLName.quoted(join.target),
            join.targetOrder.map { "ifnull(\(SQLName.quoted($0)), 0)" } ?? "0",
            join.sourceOrder.map { "ifnull(\(SQLName.quoted($0)), 0)" } ?? "0",
            hasPeers ? join.sourcePeer : "0", hasPeers ? join.targetPeer : "0",
        ]
        return "SELECT \(columns.joined(separator: ", ")) FROM \(join.table)"
    }

    /// Adds a pair, or sets the orders of one that is there.
    ///
    /// Parameters: source, target, the target's order, the source's order, the peers of source and target.
    static func put(_ join: JoinSchema, hasPeers: Bool) -> String {
        var columns = [SQLName.quoted(join.source), SQLName.quoted(join.target)]
        var values = ["?1", "?2"]
        var key = columns
        var updates: [String] = []
        for (order, parameter) in [(join.targetOrder, "?3"), (join.sourceOrder, "?4")] {
            guard let order = order.map(SQLName.quoted) else { continue }
            columns.append(order)
            values.append("ifnull(\(parameter), 0)")
            updates.append("\(order) = ifnull(\(parameter), \(order))")
        }
        if hasPeers {
            columns += [join.sourcePeer, join.targetPeer]
            values += ["?5", "?6"]
            key += [join.sourcePeer, join.targetPeer]
        }
        return "INSERT INTO \(join.table) (\(columns.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", "))) ON CONFLICT (\(key.joined(separator: ", "))) DO "
            + (updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates.joined(separator: ", "))")
    }

    /// Removes a pair.
    ///
    /// Parameters: source, target, then the peers of source and target.
    static func remove(_ join: JoinSchema, hasPeers: Bool) -> String {
        "DELETE FROM \(join.table) WHERE \(SQLName.quoted(join.source)) = ?1 AND \(SQLName.quoted(join.target)) = ?2"
            + (hasPeers ? " AND \(join.sourcePeer) = ?5 AND \(join.targetPeer) = ?6" : "")
    }
}
