import PolystoreStorage

/// Makes changes of index entries: at once, or many in the order of their keys.
///
/// The rows of a save come in the order of their own keys, so their entries lie all over an index, and each change waits
/// for other pages. In the order of the entries' keys, one finds the pages that the one before has used.
///
/// Used by one writer, on its thread.
final class EntryChanges {
    /// What becomes of an entry.
    private struct Change {
        /// Where the key lies.
        let offset: Int
        let count: Int
        /// The number of the entity; nil for an entry that is removed.
        let entity: UInt16?
    }

    private let transaction: any OrderedTransaction
    // One writer uses these, and an engine that gets a key does not come back here: there is nothing for the runtime to
    // check.
    @exclusivity(unchecked) private var isCollecting = false
    @exclusivity(unchecked) private var changes: [Change] = []
    @exclusivity(unchecked) private var ranks: [EntryOrder.Rank] = []
    /// The keys, one behind the other.
    @exclusivity(unchecked) private var keys: [UInt8] = []

    /// How many changes wait at most: enough for their order to matter, and a few megabytes.
    private static let most = 1 << 16

    init(_ transaction: any OrderedTransaction) { self.transaction = transaction }

    /// Sets an entry, whose value is the number of its object's entity.
    func put(_ key: [UInt8], entity: UInt16) throws(StoreError) { try change(key, entity) }

    /// Removes an entry.
    func remove(_ key: [UInt8]) throws(StoreError) { try change(key, nil) }

    /// Runs a closure whose changes are made in the order of keys, at its end at the latest; none waits afterwards.
    func inOrder(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        isCollecting = true
        defer {
            isCollecting = false
            forget()
        }
        try body()
        try makeCollected()
    }

    private func change(_ key: [UInt8], _ entity: UInt16?) throws(StoreError) {
        guard isCollecting else {
            return try key.withUnsafeBytesTyped { (key) throws(StoreError) in try make(key, entity) }
        }
        if changes.count == Self.most { try makeCollected() }
        ranks.append(key.withUnsafeBytes { EntryOrder.Rank($0, place: changes.count) })
        changes.append(Change(offset: keys.count, count: key.count, entity: entity))
        keys += key
    }

    private func makeCollected() throws(StoreError) {
        guard !changes.isEmpty else { return }
        EntryOrder.sort(&ranks)
        sortTies()
        try keys.withUnsafeBytesTyped { (keys) throws(StoreError) in
            for rank in ranks {
                let change = changes[rank.place]
                let key = UnsafeRawBufferPointer(rebasing: keys[change.offset..<change.offset + change.count])
                try make(key, change.entity)
            }
        }
        forget()
    }

    private func forget() {
        changes.removeAll(keepingCapacity: true)
        ranks.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
    }

    private func make(_ key: UnsafeRawBufferPointer, _ entity: UInt16?) throws(StoreError) {
        guard let entity else {
            _ = try transaction.remove(.indexes, key)
            return
        }
        var number = entity.littleEndian
        try withUnsafePointer(to: &number) { (number) throws(StoreError) in
            try transaction.put(.indexes, key, UnsafeRawBufferPointer(start: number, count: 2))
        }
    }

    /// Puts keys in order that begin alike: long ones, and short ones that end in zeros.
    ///
    /// Of an entry that is removed and set, the last word counts.
    private func sortTies() {
        keys.withUnsafeBytes { keys in
            func isBefore(_ left: EntryOrder.Rank, _ right: EntryOrder.Rank) -> Bool {
                let (one, other) = (changes[left.place], changes[right.place])
                let order = KeyEncoding.order(
                    UnsafeRawBufferPointer(rebasing: keys[one.offset..<one.offset + one.count]),
                    UnsafeRawBufferPointer(rebasing: keys[other.offset..<other.offset + other.count]))
                return order == 0 ? left.place < right.place : order < 0
            }
            var start = 0
            for end in 1...ranks.count {
                if end < ranks.count, ranks[end].isLike(ranks[start]) { continue }
                let isSorted = (start + 1..<max(start + 1, end)).allSatisfy { !isBefore(ranks[$0], ranks[$0 - 1]) }
                if !isSorted { ranks[start..<end].sort(by: isBefore) }
                start = end
            }
        }
    }
}
