/// The numbers of each list and register in the order in which they were saved, as far as it is known.
struct VersionOrders {
    private(set) var orders: [HistoryKey: [Int]] = [:]
    /// What was saved after these, in an unknown order.
    private(set) var tails: [HistoryKey: [Int]] = [:]
    private(set) var findings: [Finding] = []
    private let index: HistoryIndex

    init(_ index: HistoryIndex) {
        self.index = index
        let reads = Dictionary(grouping: index.reads) { $0.key }
        for key in Set(index.writes.keys).union(reads.keys).sorted() {
            switch key.kind {
            case .list: orderList(key, reads[key] ?? [])
            case .register: orderRegister(key)
            case .set: break
            }
            let known = Set(orders[key] ?? [])
            tails[key] = (index.writes[key] ?? [:]).values
                .filter { index.isMade[$0.transaction] && !known.contains($0.append.number) && !isHidden($0) }
                .map(\.append.number).sorted()
        }
    }

    /// How many of the ordered numbers a value of a key has; nil for one that is not in the order.
    func position(of base: [Int], _ key: HistoryKey) -> Int? {
        let order = orders[key] ?? []
        guard key.kind == .register else { return order.starts(with: base) ? base.count : nil }
        guard let number = base.last else { return 0 }
        return order.firstIndex(of: number).map { $0 + 1 }
    }

    /// Whether a register's number was replaced within its transaction: no other can read it.
    private func isHidden(_ write: HistoryIndex.Write) -> Bool {
        guard write.append.key.kind == .register else { return false }
        let last = index.history.transactions[write.transaction].appends.last { $0.key == write.append.key }
        return last?.number != write.append.number
    }

    /// The longest value that was read or saved; all others have to be its beginnings.
    private mutating func orderList(_ key: HistoryKey, _ reads: [HistoryIndex.Read]) {
        var values = reads.map { (value: $0.base, transaction: $0.transaction) }
        for (number, transaction) in index.history.transactions.enumerated() where index.isMade[number] {
            let own = transaction.appends.filter { $0.key == key }.map(\.number)
            guard !own.isEmpty, let base = index.lastBases[number][key] else { continue }
            values.append((base + own, number))
        }
        guard let longest = values.max(by: { $0.value.count < $1.value.count }) else { return }
        orders[key] = longest.value
        if let other = values.first(where: { !longest.value.starts(with: $0.value) }) {
            let concerned = [longest.transaction, other.transaction]
            findings.append(Finding(.incompatibleOrder, concerned, [key], in: index.history))
        }
    }

    /// By the versions that the saves made, which are all different.
    private mutating func orderRegister(_ key: HistoryKey) {
        let made = (index.writes[key] ?? [:]).values
            .filter { index.isMade[$0.transaction] && $0.append.version != nil && !isHidden($0) }
            .sorted { ($0.append.version ?? 0, $0.transaction) < ($1.append.version ?? 0, $1.transaction) }
        orders[key] = made.map(\.append.number)
        for (write, next) in zip(made, made.dropFirst())
        where write.append.version == next.append.version && write.transaction != next.transaction {
            findings.append(
                Finding(.incompatibleOrder, [write.transaction, next.transaction], [key], in: index.history))
        }
    }
}
