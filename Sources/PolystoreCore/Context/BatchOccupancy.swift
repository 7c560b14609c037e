import PolystoreModel

/// Counts the objects that a pruning leaves on each batch, and moves the few that keep a large batch alive into new ones.
///
/// A batch of 32 KiB lives as long as one of its objects. Objects of batches less than a quarter live, or less than a
/// quarter filled, are moved, unless one of the batch is changed: its stored row may be in use, and would keep the
/// batch anyway.
struct BatchOccupancy {
    private let pruning: UInt64
    private var batches: [ObjectBatch] = []
    /// The bytes of the batches that objects keep.
    private(set) var heldBytes = 0

    /// Begins counting for a pruning, which has a number of its own in the context.
    init(pruning: UInt64) { self.pruning = pruning }

    /// Counts an object that stays.
    @inline(__always) mutating func count(_ object: ManagedObject) {
        let batch = object.batch
        guard batch.memory != nil else { return }
        if batch.lastPruning != pruning {
            batch.lastPruning = pruning
            batch.survivors = 0
            batch.isMovable = true
            batches.append(batch)
            heldBytes += batch.rows?.memoryByteCount ?? 0
        }
        batch.survivors += 1
        if !object.rareState.isNothing || !object.flags.isDisjoint(with: ManagedObject.pruneProtected) {
            batch.isMovable = false
        }
    }

    /// Whether there is anything to move.
    var findsSparseBatches: Bool { batches.contains { isSparse($0) } }

    private func isSparse(_ batch: ObjectBatch) -> Bool {
        guard let rows = batch.rows, batch.lastPruning == pruning, batch.isMovable else { return false }
        return batch.survivors * 4 < rows.count || rows.byteCount * 4 < rows.memoryByteCount
    }

    /// Moves the rows of the objects in sparse batches.
    ///
    /// - Parameter forEach: Walks over all objects that were counted.
    /// - Returns: The rows that were left.
    mutating func evacuate(_ forEach: ((ManagedObject) -> Void) -> Void) -> [RowBatch] {
        // Objects of one store and hierarchy, so all have one table of layouts, unless the store was opened anew.
        var builders: [ObjectIdentifier: (builder: RowBatchBuilder, moved: [ManagedObject])] = [:]
        forEach { object in
            let batch = object.batch
            guard isSparse(batch), let row = batch.view(at: object.offset, key: object.key) else { return }
            let table = ObjectIdentifier(batch.layouts)
            let builder = builders[table]?.builder ?? RowBatchBuilder(layouts: batch.layouts)
            builder.append(row)
            builders[table, default: (builder, [])].moved.append(object)
        }
        for (builder, moved) in builders.values {
            var objects = moved.makeIterator()
            for rows in builder.takeBatches() {
                heldBytes += rows.memoryByteCount
                BatchOccupancy.adopt(rows, &objects)
            }
        }
        let left = batches.filter(isSparse).compactMap(\.rows)
        heldBytes -= left.reduce(0) { $0 + $1.memoryByteCount }
        return left
    }

    /// Gives the rows of a batch to the objects that they were copied from, in their order.
    private static func adopt(_ rows: RowBatch, _ objects: inout IndexingIterator<[ManagedObject]>) {
        var offsets = rows.makeIterator()
        var batch: ObjectBatch?
        while let offset = offsets.nextOffset() {
            guard let object = objects.next() else { preconditionFailure("more rows were moved than objects") }
            let old = object.batch
            let new = batch ?? ObjectBatch(anchor: old.anchor, rows: rows, store: old.store, root: old.root)
            batch = new
            object.batch = new
            object.offset = offset
        }
    }
}
