/// An anomaly, and the transactions that show it.
struct Finding: CustomStringConvertible {
    let anomaly: Anomaly
    let keys: Set<HistoryKey>
    /// The lines of the transactions, of these keys alone: a history that shows it.
    let excerpt: [String]

    init(_ anomaly: Anomaly, _ transactions: [Int], _ keys: Set<HistoryKey>, in history: History) {
        self.anomaly = anomaly
        self.keys = keys
        excerpt = Set(transactions).sorted().map { history.transactions[$0].text(keys.contains) }
    }

    var description: String {
        "\(anomaly.rawValue) of \(keys.sorted().map(\.description).joined(separator: ", ")) | "
            + excerpt.joined(separator: " | ")
    }
}
