/// Which atoms come before which, and why; a cycle is an anomaly.
struct DependencyGraph {
    enum Kind: CaseIterable {
        /// One wrote over the other.
        case overwrite
        /// One read what the other wrote.
        case read
        /// One read what the other wrote over.
        case antidependency
        /// Of one transaction.
        case program
        /// Of one task.
        case session
        /// One ended before the other began.
        case time
    }

    struct Edge {
        let source: Int
        let target: Int
        let kind: Kind
        var key: HistoryKey?
    }

    let atoms: [Atom]
    private(set) var edges: [Edge] = []
    /// The edges that leave each node; behind the atoms there is a node for each end of one.
    private(set) var leaving: [[Int]]
    private let orders: VersionOrders

    init(_ index: HistoryIndex, _ orders: VersionOrders) {
        self.orders = orders
        atoms = Atom.all(of: index)
        let ends = Set(atoms.compactMap { $0.moments?.upperBound }).sorted()
        leaving = Array(repeating: [], count: atoms.count + ends.count)
        addDependencies(index)
        addSequence(index)
        addTime(ends)
    }

    private mutating func add(_ source: Int, _ target: Int, _ kind: Kind, _ key: HistoryKey? = nil) {
        if source == target { return }
        leaving[source].append(edges.count)
        edges.append(Edge(source: source, target: target, kind: kind, key: key))
    }

    private mutating func addDependencies(_ index: HistoryIndex) {
        var saves: [Int: Int] = [:]
        for (number, atom) in atoms.enumerated() where atom.isSave { saves[atom.transaction] = number }
        func writer(_ key: HistoryKey, _ number: Int) -> Int? {
            index.writes[key]?[number].flatMap { saves[$0.transaction] }
        }
        for (key, order) in orders.orders {
            let writers = order.map { writer(key, $0) }
            for (first, second) in zip(writers, writers.dropFirst()) {
                if let first, let second { add(first, second, .overwrite, key) }
            }
            guard let last = writers.last ?? nil else { continue }
            for number in orders.tails[key] ?? [] {
                if let next = writer(key, number) { add(last, next, .overwrite, key) }
            }
        }
        for (reader, atom) in atoms.enumerated() {
            for (key, base) in atom.reads {
                if key.kind == .set {
                    for write in (index.writes[key] ?? [:]).values {
                        guard let save = saves[write.transaction] else { continue }
                        if base.contains(write.append.number) {
                            add(save, reader, .read, key)
                        } else if write.transaction != atom.transaction {
                            add(reader, save, .antidependency, key)
                        }
                    }
                    continue
                }
                guard let position = orders.position(of: base, key) else { continue }
                let order = orders.orders[key] ?? []
                if position > 0, let save = writer(key, order[position - 1]) { add(save, reader, .read, key) }
                let following =
                    position < order.count ? [order[position]] : orders.tails[key] ?? []
                for number in following {
                    if let save = writer(key, number) { add(reader, save, .antidependency, key) }
                }
            }
        }
    }

    private mutating func addSequence(_ index: HistoryIndex) {
        var last: [String: Int] = [:]
        for (number, atom) in atoms.enumerated() {
            let session = index.history.transactions[atom.transaction].session
            if let before = last[session] {
                add(before, number, atoms[before].transaction == atom.transaction ? .program : .session)
            }
            last[session] = number
        }
    }

    private mutating func addTime(_ ends: [Int]) {
        for position in ends.indices.dropFirst() {
            add(atoms.count + position - 1, atoms.count + position, .time)
        }
        for (number, atom) in atoms.enumerated() {
            guard let moments = atom.moments else { continue }
            /// How many ends are before a moment.
            func count(before moment: Int) -> Int {
                var (low, high) = (0, ends.count)
                while low < high {
                    let middle = (low + high) / 2
                    if ends[middle] < moment { low = middle + 1 } else { high = middle }
                }
                return low
            }
            add(number, atoms.count + count(before: moments.upperBound), .time)
            let before = count(before: moments.lowerBound)
            if before > 0 { add(atoms.count + before - 1, number, .time) }
        }
    }
}
