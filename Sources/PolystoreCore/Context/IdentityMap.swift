import PolystoreModel

/// The objects of one store and hierarchy in a context, by key: one object for each key.
///
/// Open addressing by the low bits of the key, so that the sequential keys of a fetch land in neighbouring places
/// (a scattering hash costs a cache miss per object). Objects are held strongly; `sweep` lets go of those that only the
/// map still holds.
package struct IdentityMap {
    private var table: IdentityTable
    /// The number of objects.
    package private(set) var count = 0
    /// No object lies farther behind its home than this.
    private var farthest = 0

    package init(capacity: Int = 16) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        table = IdentityTable(size: size)
    }

    /// The object of a key.
    @inline(__always)
    package subscript(key: Int64) -> ManagedObject? {
        let (keys, objects, mask) = (table.keys, table.objects, table.mask)
        var index = Int(truncatingIfNeeded: key) & mask
        while objects[index] != nil {
            if keys[index] == key { return objects[index] }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Adds an object whose key is not in the map.
    @inline(__always)
    package mutating func insert(_ object: ManagedObject, key: Int64) {
        if (count + 1) * 2 > table.size { grow() }
        let place = freePlace(key)
        table.keys[place] = key
        table.objects[place] = object
        count += 1
    }

    @inline(__always)
    private mutating func freePlace(_ key: Int64) -> Int {
        let (objects, mask) = (table.objects, table.mask)
        let home = Int(truncatingIfNeeded: key) & mask
        var index = home
        while objects[index] != nil { index = (index + 1) & mask }
        farthest = max(farthest, (index - home) & mask)
        return index
    }

    /// Removes the object of a key.
    ///
    /// - Complexity: As far as an object may lie behind its home: constant for the keys that a store gives out.
    package mutating func remove(_ key: Int64) {
        let (keys, objects, mask) = (table.keys, table.objects, table.mask)
        var index = Int(truncatingIfNeeded: key) & mask
        while objects[index] != nil, keys[index] != key { index = (index + 1) & mask }
        guard let removed = objects[index] else { return }
        // Released when the map is whole again: its deinit may be a program's own.
        defer { withExtendedLifetime(removed) {} }
        objects[index] = nil
        count -= 1
        // Later entries of the run move up, so that look-ups never cross a hole. None farther away than `farthest` can
        // have its home at or before the hole; a run of sequential keys is the whole table, so the limit matters.
        var next = (index + 1) & mask
        while objects[next] != nil, (next - index) & mask <= farthest {
            let home = Int(truncatingIfNeeded: keys[next]) & mask
            if (next - home) & mask >= (next - index) & mask {
                objects.move(next, to: index)
                keys[index] = keys[next]
                index = next
            }
            next = (next + 1) & mask
        }
    }

    private mutating func grow() { rebuild(capacity: table.size) }

    /// Moves all objects to a table for a number of objects, without counting references.
    private mutating func rebuild(capacity: Int) {
        var larger = IdentityMap(capacity: capacity)
        for index in 0..<table.size where table.objects[index] != nil {
            let place = larger.freePlace(table.keys[index])
            larger.table.keys[place] = table.keys[index]
            (larger.table.objects + place).moveUpdate(from: table.objects + index, count: 1)
            (table.objects + index).initialize(to: nil)
        }
        larger.count = count
        self = larger
    }

    /// Calls a closure with every object.
    package func forEach(_ body: (ManagedObject) throws -> Void) rethrows {
        // The table is held: the closure may change the map.
        let table = table
        for index in 0..<table.size { if let object = table.objects[index] { try body(object) } }
    }

    /// Takes out the clean objects that nobody else holds; the caller releases them after the walk, because their
    /// release may run code that looks at the map.
    ///
    /// When something was dropped, the objects that alone keep large batches of rows move to smaller ones.
    ///
    /// - Parameter number: The number of the sweep in the context, from 1 on.
    /// - Returns: The objects that were taken out, and the rows that those which stay have left.
    /// - Complexity: About 3 ns an object that stays.
    package mutating func sweep(_ number: UInt64) -> (dropped: [ManagedObject], left: [RowBatch]) {
        var dropped: [ManagedObject] = []
        let protected = ManagedObject.sweepProtected
        let objects = table.objects
        for index in 0..<table.size where objects[index] != nil {
            guard isKnownUniquelyReferenced(&objects[index]), let object = objects[index],
                object.flags.isDisjoint(with: protected), object.overlay?.isDispensable ?? true
            else { continue }
            dropped.append(object)
            objects[index] = nil
        }
        guard !dropped.isEmpty else { return ([], []) }
        count -= dropped.count
        rebuild(capacity: count)
        var census = BatchCensus(sweep: number)
        forEach { census.count($0) }
        guard census.findsSparseBatches else { return (dropped, []) }
        return (dropped, census.evacuate { body in forEach(body) })
    }
}
