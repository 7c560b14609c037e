/// Levels that the library does not give, for the negative controls.
///
/// The same load, judged by more than is promised, has to be found wrong, or it would not bring about what is excluded.
enum MistakenLevel: String, CaseIterable {
    case fetchesAsSnapshot = "fetches taken for a snapshot"
    case snapshotAsSerializable = "a snapshot taken for serializable"
    case overwritingAsUpdate = "overwriting taken for updates"

    var backends: String {
        switch self {
        case .fetchesAsSnapshot: "LMDB + SQLite"
        case .snapshotAsSerializable: "Memory + LMDB"
        case .overwritingAsUpdate: "SQLite"
        }
    }

    func apply(to history: inout History) {
        for index in history.transactions.indices {
            switch self {
            case .fetchesAsSnapshot:
                if history.transactions[index].level == .fetches { history.transactions[index].level = .snapshot }
            case .snapshotAsSerializable:
                if history.transactions[index].level == .snapshot { history.transactions[index].level = .serializable }
            case .overwritingAsUpdate: history.transactions[index].overwrites = false
            }
        }
    }
}
