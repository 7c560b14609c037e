/// What happened at one moment: a cut that was read, or a save with what it was checked against.
///
/// All atoms of a history have one order that their moments allow, or the history is wrong.
struct Atom {
    let transaction: Int
    let isSave: Bool
    var moments: ClosedRange<Int>?
    var reads: [(key: HistoryKey, base: [Int])] = []
    var writes: [HistoryTransaction.Append] = []

    /// The atoms of a history by the levels of its transactions, in the order of the transactions.
    static func all(of index: HistoryIndex) -> [Atom] {
        var atoms: [Atom] = []
        var reads = index.reads[...]
        for (number, transaction) in index.history.transactions.enumerated() {
            var cuts: [Atom] = []
            var last = -1
            while let read = reads.first, read.transaction == number {
                reads.removeFirst()
                guard !read.isLook, case .cut(let reading) = transaction.events[read.event] else { continue }
                if cuts.isEmpty || (transaction.level == .fetches && read.event != last) {
                    cuts.append(Atom(transaction: number, isSave: false, moments: reading.moments))
                }
                let end = cuts.count - 1
                cuts[end].reads.append((read.key, read.base))
                if let first = cuts[end].moments, let second = reading.moments {
                    cuts[end].moments =
                        min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
                }
                last = read.event
            }
            atoms += cuts
            if index.isMade[number] { atoms += save(transaction, number, index) }
        }
        return atoms
    }

    private static func save(_ transaction: HistoryTransaction, _ number: Int, _ index: HistoryIndex) -> [Atom] {
        var atom = Atom(transaction: number, isSave: true, moments: transaction.moments)
        atom.writes = transaction.appends
        let written = Set(atom.writes.map(\.key))
        // Nothing is checked where nothing is saved.
        if written.isEmpty { return [] }
        for (key, base) in index.lastBases[number] where key.kind != .set {
            let isChecked = written.contains(key) && !transaction.overwrites
            if isChecked || transaction.level == .serializable { atom.reads.append((key, base)) }
        }
        return [atom]
    }
}
