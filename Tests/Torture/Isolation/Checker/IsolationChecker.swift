/// Finds what a history must not have by the levels of its transactions.
///
/// First values are looked at one by one. Then the history is taken apart into cuts and saves, and these are put into
/// one order by what they read and wrote, by the order in which each task did them, and by the clock: what has none has
/// a cycle. Read and write skew that a level allows leave none, because there the cuts and the save of a transaction
/// are apart.
enum IsolationChecker {
    /// All findings, the plainest first.
    static func findings(in history: History) -> [Finding] {
        let index = HistoryIndex(history)
        let orders = VersionOrders(index)
        let all =
            ValueChecks(index).findings + orders.findings + DependencyGraph(index, orders).cycles(in: history)
        let rank = Dictionary(uniqueKeysWithValues: zip(Anomaly.allCases, Anomaly.allCases.indices))
        return all.enumerated()
            .sorted { (rank[$0.element.anomaly] ?? 0, $0.offset) < (rank[$1.element.anomaly] ?? 0, $1.offset) }
            .map(\.element)
    }
}
