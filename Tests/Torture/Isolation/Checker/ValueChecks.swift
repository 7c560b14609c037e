/// What is found by looking at values alone.
struct ValueChecks {
    let index: HistoryIndex
    private(set) var findings: [Finding] = []

    init(_ index: HistoryIndex) {
        self.index = index
        for read in index.reads {
            checkOwn(read)
            checkWriters(read)
        }
        checkRepetition()
        checkSessions()
        checkUpdates()
    }

    private mutating func add(_ anomaly: Anomaly, _ transactions: [Int], _ key: HistoryKey) {
        findings.append(Finding(anomaly, transactions, [key], in: index.history))
    }

    private mutating func checkOwn(_ read: HistoryIndex.Read) {
        if !read.showsOwn { add(.internalInconsistency, [read.transaction], read.key) }
    }

    private mutating func checkWriters(_ read: HistoryIndex.Read) {
        let writes = index.writes[read.key] ?? [:]
        if Set(read.base).count < read.base.count { add(.inventedValue, [read.transaction], read.key) }
        var writers: Set<Int> = []
        for number in read.base {
            guard let write = writes[number] else {
                add(.inventedValue, [read.transaction], read.key)
                continue
            }
            if write.transaction == read.transaction {
                // `checkOwn` tells of those that are out of place.
                if read.showsOwn { add(.internalInconsistency, [read.transaction], read.key) }
            } else if index.history.transactions[write.transaction].outcome == .refused {
                add(.abortedRead, [write.transaction, read.transaction], read.key)
            } else {
                writers.insert(write.transaction)
            }
        }
        for writer in writers {
            let all = index.history.transactions[writer].appends.filter { $0.key == read.key }.map(\.number)
            let isWhole =
                read.key.kind == .register ? all.last == read.base.last : all.allSatisfy(read.base.contains)
            if !isWhole { add(.intermediateRead, [writer, read.transaction], read.key) }
        }
    }

    /// One cut has one value of each key, and an object that was not refreshed goes on having it.
    private mutating func checkRepetition() {
        var known: (transaction: Int, bases: [HistoryKey: [Int]]) = (-1, [:])
        for read in index.reads {
            if read.transaction != known.transaction { known = (read.transaction, [:]) }
            let isOneCut = index.history.transactions[read.transaction].level != .fetches
            if read.showsOwn, read.isLook || isOneCut, let base = known.bases[read.key], base != read.base {
                add(.fuzzyRead, [read.transaction], read.key)
            }
            known.bases[read.key] = read.base
        }
    }

    private mutating func checkSessions() {
        var own: [String: [HistoryKey: [(number: Int, transaction: Int)]]] = [:]
        var seen: [String: [HistoryKey: (base: [Int], transaction: Int)]] = [:]
        var reads = index.reads[...]
        for (number, transaction) in index.history.transactions.enumerated() {
            let session = transaction.session
            while let read = reads.first, read.transaction == number {
                reads.removeFirst()
                // Registers are judged by their order.
                guard !read.isLook, read.key.kind != .register else { continue }
                let missing = own[session]?[read.key]?.first { !read.base.contains($0.number) }
                if let missing {
                    add(.lostOwnWrite, [missing.transaction, number], read.key)
                } else if let before = seen[session]?[read.key], read.base.count < before.base.count {
                    add(.backwardRead, [before.transaction, number], read.key)
                }
                seen[session, default: [:]][read.key] = (read.base, number)
            }
            guard transaction.outcome == .committed else { continue }
            for append in transaction.appends {
                own[session, default: [:]][append.key, default: []].append((append.number, number))
            }
        }
    }

    /// Of saves that are not to write over others, one alone goes on from a value.
    private mutating func checkUpdates() {
        var first: [HistoryKey: [[Int]: Int]] = [:]
        for (number, transaction) in index.history.transactions.enumerated()
        where index.isMade[number] && !transaction.overwrites {
            for key in Set(transaction.appends.map(\.key)).sorted() where key.kind != .set {
                guard let base = index.lastBases[number][key] else { continue }
                if let other = first[key]?[base] {
                    add(.lostUpdate, [other, number], key)
                } else {
                    first[key, default: [:]][base] = number
                }
            }
        }
    }
}
