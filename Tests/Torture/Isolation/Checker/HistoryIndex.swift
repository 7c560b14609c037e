/// A history by its keys: the writers of each number, and what each read found before the reader's own changes.
struct HistoryIndex {
    struct Write {
        let transaction: Int
        let append: HistoryTransaction.Append
    }

    /// What one event found under one key, without what its own transaction had added.
    struct Read {
        let transaction: Int
        let event: Int
        let key: HistoryKey
        let base: [Int]
        /// Whether it was of objects that the context already had.
        let isLook: Bool
        /// Whether the transaction's own changes were at the end of the value.
        let showsOwn: Bool
    }

    let history: History
    /// The writer of each number.
    private(set) var writes: [HistoryKey: [Int: Write]] = [:]
    private(set) var reads: [Read] = []
    /// The values that each transaction found last.
    private(set) var lastBases: [[HistoryKey: [Int]]]
    /// Whether a transaction's writes were made: it was told so, or its outcome is unknown and they were read.
    private(set) var isMade: [Bool]

    init(_ history: History) {
        self.history = history
        isMade = history.transactions.map { $0.outcome == .committed }
        lastBases = history.transactions.map { _ in [:] }
        for (index, transaction) in history.transactions.enumerated() {
            for append in transaction.appends {
                writes[append.key, default: [:]][append.number] = Write(transaction: index, append: append)
            }
        }
        for index in history.transactions.indices { addReads(of: index) }
        for read in reads {
            lastBases[read.transaction][read.key] = read.base
            for number in read.base {
                guard let writer = writes[read.key]?[number]?.transaction else { continue }
                if history.transactions[writer].outcome == .unknown { isMade[writer] = true }
            }
        }
    }

    private mutating func addReads(of index: Int) {
        var own: [HistoryKey: [Int]] = [:]
        for (position, event) in history.transactions[index].events.enumerated() {
            switch event {
            case .append(let append):
                if append.key.kind == .register { own[append.key] = [] }
                own[append.key, default: []].append(append.number)
            case .cut(let reading), .look(let reading):
                let isLook = if case .look = event { true } else { false }
                for (key, numbers) in reading.values {
                    let (base, showsOwn) = Self.base(of: numbers, own[key] ?? [], key.kind)
                    // A register hides what it replaces.
                    if key.kind == .register, own[key] != nil, showsOwn { continue }
                    reads.append(
                        Read(
                            transaction: index, event: position, key: key, base: base, isLook: isLook,
                            showsOwn: showsOwn))
                }
            }
        }
    }

    private static func base(of numbers: [Int], _ own: [Int], _ kind: HistoryKey.Kind) -> ([Int], showsOwn: Bool) {
        if kind == .set {
            return (numbers.filter { !own.contains($0) }.sorted(), own.allSatisfy(numbers.contains))
        }
        guard numbers.suffix(own.count).elementsEqual(own) else { return (numbers, false) }
        return (Array(numbers.dropLast(own.count)), true)
    }
}
