/// What some tasks did to the same objects: the transactions of each task in their order.
struct History: CustomStringConvertible {
    var transactions: [HistoryTransaction]

    init(_ transactions: [HistoryTransaction]) { self.transactions = transactions }

    /// Reads a transaction a line.
    init(text: String) throws {
        transactions = try text.split(separator: "\n").map { try HistoryTransaction(line: $0) }
    }

    var description: String { transactions.map(\.description).joined(separator: "\n") }
}
