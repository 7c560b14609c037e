import PolystoreModel

/// The objects of one store and hierarchy in a context, by key: one object for each key.
///
/// Open addressing by the low bits of the key, so that the sequential keys of a fetch land in neighbouring places
/// (a scattering hash costs a cache miss per object). Objects are held strongly; `sweep` lets go of those that only the
/// map still holds.
package struct IdentityMap {
    private var keys: [Int64]
    private var objects: [ManagedObject?]
    private var mask: Int
    /// The number of objects.
    package private(set) var count = 0

    package init(capacity: Int = 16) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        keys = [Int64](repeating: 0, count: size)
        objects = [ManagedObject?](repeating: nil, count: size)
        mask = size - 1
    }

    /// The object of a key.
    @inline(__always)
    package subscript(key: Int64) -> ManagedObject? {
        var index = Int(truncatingIfNeeded: key) & mask
        while let object = objects[index] {
            if keys[index] == key { return object }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Adds an object whose key is not in the map.
    @inline(__always)
    package mutating func insert(_ object: ManagedObject, key: Int64) {
        if (count + 1) * 2 > keys.count { grow() }
        place(object, key)
        count += 1
    }

    private mutating func place(_ object: ManagedObject, _ key: Int64) {
        var index = Int(truncatingIfNeeded: key) & mask
        while objects[index] != nil { index = (index + 1) & mask }
        keys[index] = key
        objects[index] = object
    }

    /// Removes the object of a key.
    package mutating func remove(_ key: Int64) {
        var index = Int(truncatingIfNeeded: key) & mask
        while objects[index] != nil, keys[index] != key { index = (index + 1) & mask }
        guard objects[index] != nil else { return }
        objects[index] = nil
        count -= 1
        // Later entries of the run move up, so that look-ups never cross a hole.
        var next = (index + 1) & mask
        while objects[next] != nil {
            let home = Int(truncatingIfNeeded: keys[next]) & mask
            if (next - home) & mask >= (next - index) & mask {
                objects.swapAt(index, next)
                keys[index] = keys[next]
                index = next
            }
            next = (next + 1) & mask
        }
    }

    private mutating func grow() {
        var larger = IdentityMap(capacity: keys.count)
        for (index, object) in objects.enumerated() {
            if let object { larger.place(object, keys[index]) }
        }
        larger.count = count
        self = larger
    }

    /// Calls a closure with every object.
    package func forEach(_ body: (ManagedObject) throws -> Void) rethrows {
        for object in objects { if let object { try body(object) } }
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
        var kept = 0
        let protected = ManagedObject.sweepProtected
        for index in objects.indices where objects[index] != nil {
            if isKnownUniquelyReferenced(&objects[index]), let object = objects[index],
                object.flags.isDisjoint(with: protected), object.overlay?.isDispensable ?? true
            {
                dropped.append(object)
                objects[index] = nil
            } else {
                kept += 1
            }
        }
        guard !dropped.isEmpty else { return ([], []) }
        var smaller = IdentityMap(capacity: kept)
        var census = BatchCensus(sweep: number)
        for (index, object) in objects.enumerated() {
            guard let object else { continue }
            smaller.place(object, keys[index])
            census.count(object)
        }
        smaller.count = kept
        self = smaller
        guard census.findsSparseBatches else { return (dropped, []) }
        return (dropped, census.evacuate { body in forEach(body) })
    }
}
