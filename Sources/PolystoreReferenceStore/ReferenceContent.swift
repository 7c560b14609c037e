import PolystoreStorage

/// Everything that a reference store holds at one commit: plain dictionaries, copied when they change.
struct ReferenceContent {
    /// A row where a save left it.
    struct Row {
        let batch: RowBatch
        let offset: Int

        var view: RowView { batch.row(at: offset) }
    }

    /// The two ends of a pair.
    struct Pair: Hashable {
        let source: ObjectID
        let target: ObjectID
    }

    /// The places of a pair in both orders.
    struct Orders {
        var target: Int64 = 0
        var source: Int64 = 0
    }

    var rows: [RootNumber: [Int64: Row]] = [:]
    var links: [ModelJoin: [Pair: Orders]] = [:]
    var user: [String: String] = [:]
    var commit: CommitNumber = 0
    var joint: JointMark?
    var domain: CommitDomain?

    /// All rows of some entities, by ascending key.
    func rows(of entities: [ModelEntity]) -> [RowView] {
        Set(entities.map(\.rootNumber)).flatMap { root in
            (rows[root] ?? [:]).sorted { $0.key < $1.key }.map(\.value.view)
        }
        .filter { row in row.layout.entity.map { entities.contains($0) } ?? false }
    }
}
