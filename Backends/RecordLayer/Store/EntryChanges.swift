import PolystoreModel
import PolystoreStorage

/// Makes changes of index entries: at once, or many in the order of their keys.
///
/// The rows of a save come in the order of their own keys, so their entries lie all over an index, and each change waits
/// for other pages. In the order of the entries' keys, one finds the pages that the one before has used.
///
/// Used by one writer, on its thread.
final class EntryChanges {
    private let transaction: any OrderedTransaction
    // One writer uses these, and an engine that gets a key does not come back here: there is nothing for the runtime to
    // check.
    @exclusivity(unchecked) private var isCollecting = false
    @exclusivity(unchecked) private var changes: [EntryChange] = []
    @exclusivity(unchecked) private var order = EntryOrder()
    /// The keys that do not lie in their changes, one behind the other.
    @exclusivity(unchecked) private var longKeys: [UInt8] = []
    // Memory for keys that are not short, kept from row to row.
    @exclusivity(unchecked) private var key: [UInt8] = []
    @exclusivity(unchecked) private var oldKey: [UInt8] = []

    /// How many changes wait at most.
    private let most: Int
    /// As many as take twelve megabytes while they are put in order, unless keys are long: each time, all pages of an index
    /// are visited.
    static let most = 1 << 18
    /// So many that there will be more, and room for all that may wait is made at once.
    ///
    /// What a list leaves behind each time it grows would be as much memory again, and what is not used of the room is
    /// never touched.
    private static let many = 1 << 12

    init(_ transaction: any OrderedTransaction, most: Int = EntryChanges.most) {
        (self.transaction, self.most) = (transaction, most)
    }

    deinit { order.end() }

    /// Sets the entry of a row in an index.
    @inline(__always)
    func put(_ row: RowView, _ binding: IndexBinding) throws(StoreError) {
        try change(row, binding, binding.entityNumber)
    }

    /// Removes the entry of a row from an index.
    @inline(__always)
    func remove(_ row: RowView, _ binding: IndexBinding) throws(StoreError) { try change(row, binding, nil) }

    /// Sets the entry of a row in the place of that of an older one, which the index had under another binding or the same.
    ///
    /// - Returns: False, with nothing done, when both are the same entry.
    func replace(
        _ old: RowView, _ oldBinding: IndexBinding, by row: RowView, _ binding: IndexBinding
    ) throws(StoreError) -> Bool {
        if let oldKey = oldBinding.shortKey(old), let newKey = binding.shortKey(row) {
            if oldKey == newKey { return false }
            try change(oldKey, nil)
            try change(newKey, binding.entityNumber)
            return true
        }
        oldBinding.makeKey(old, &oldKey)
        binding.makeKey(row, &key)
        if oldKey == key { return false }
        try change(oldKey, nil)
        try change(key, binding.entityNumber)
        return true
    }

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

    @inline(__always)
    private func change(_ row: RowView, _ binding: IndexBinding, _ entity: UInt16?) throws(StoreError) {
        if let key = binding.shortKey(row) { return try change(key, entity) }
        binding.makeKey(row, &key)
        try change(key, entity)
    }

    private func change(_ key: ShortKey, _ entity: UInt16?) throws(StoreError) {
        let change = EntryChange(key, entity: entity, place: changes.count)
        guard isCollecting else {
            let noLongKeys = UnsafeRawBufferPointer(start: nil, count: 0)
            return try change.withKey(noLongKeys) { (key) throws(StoreError) in try make(key, entity) }
        }
        try collect(change)
    }

    /// Sets the entry of a key, whose value is the number of its object's entity; without one, removes it.
    func change(_ key: [UInt8], _ entity: UInt16?) throws(StoreError) {
        let beginning = key.withUnsafeBytes(ShortKey.init(beginning:))
        if beginning.count <= ShortKey.longest { return try change(beginning, entity) }
        guard isCollecting else {
            return try key.withUnsafeBytesTyped { (key) throws(StoreError) in try make(key, entity) }
        }
        let change = EntryChange(beginning, entity: entity, place: longKeys.count)
        longKeys += key
        try collect(change)
    }

    @inline(__always)
    private func collect(_ change: EntryChange) throws(StoreError) {
        if changes.count == Self.many { changes.reserveCapacity(most) }
        changes.append(change)
        if changes.count == most { try makeCollected() }
    }

    private func makeCollected() throws(StoreError) {
        guard !changes.isEmpty else { return }
        try changes.withUnsafeMutableBufferPointer { (changes) throws(StoreError) in
            let ordered = OrderedEntries(changes: UnsafeBufferPointer(changes), places: order.sort(changes))
            try longKeys.withUnsafeBytesTyped { (longKeys) throws(StoreError) in
                var run = KeyRun()
                try ordered.each(longKeys) { (change) throws(StoreError) in
                    try run.append(change, longKeys, to: transaction)
                }
                try run.hand(to: transaction)
            }
        }
        forget()
    }

    private func forget() {
        changes.removeAll(keepingCapacity: true)
        longKeys.removeAll(keepingCapacity: true)
    }

    private func make(_ key: UnsafeRawBufferPointer, _ entity: UInt16?) throws(StoreError) {
        guard let entity else {
            return try transaction.remove(.indexes, key)
        }
        var number = entity.littleEndian
        try withUnsafePointer(to: &number) { (number) throws(StoreError) in
            try transaction.put(.indexes, key, UnsafeRawBufferPointer(start: number, count: 2))
        }
    }
}
