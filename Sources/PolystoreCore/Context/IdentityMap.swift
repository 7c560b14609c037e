import PolystoreModel

/// The objects of one store and hierarchy in a context, by key: one object for each key.
///
/// Open addressing by the low bits of the key, so that the sequential keys of a fetch land in neighbouring places
/// (a scattering hash costs a cache miss per object). Objects are held strongly; `prune` lets go of those that only the
/// map still holds.
package final class IdentityMap {
    // INVARIANT: `objects` has `size` places, a power of two, and holds one reference to each object, under the object's
    // own key. Plain memory, so that looking at a place checks no bounds; one thread at a time uses the context.
    @exclusivity(unchecked) private var objects: UnsafeMutablePointer<ManagedObject?>
    @exclusivity(unchecked) private(set) var size: Int
    @exclusivity(unchecked) private var mask: Int
    /// The number of objects.
    @exclusivity(unchecked) package private(set) var count = 0
    /// How many home places were taken when they were looked at last: kept so that they are looked at.
    @exclusivity(unchecked) private var takenHomes = 0
    /// Where rows go that are read one by one.
    @exclusivity(unchecked) var singleRows = SingleRows()
    /// No object lies farther behind its home than this.
    @exclusivity(unchecked) private(set) var farthest = 0

    package init(capacity: Int = 16) {
        size = Self.size(for: capacity)
        mask = size - 1
        objects = Self.places(size)
    }

    deinit {
        objects.deinitialize(count: size)
        objects.deallocate()
    }

    /// How many places there are for a number of objects.
    private static func size(for capacity: Int) -> Int {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        return size
    }

    /// Empty places.
    private static func places(_ size: Int) -> UnsafeMutablePointer<ManagedObject?> {
        let places = UnsafeMutablePointer<ManagedObject?>.allocate(capacity: size)
        places.initialize(repeating: nil, count: size)
        return places
    }

    /// The object in the home place of a key, whosever it is.
    @inline(__always)
    func home(of key: Int64) -> ManagedObject? { objects[Int(truncatingIfNeeded: key) & mask] }

    /// Looks at the home places of the keys of some rows.
    ///
    /// The processor then fetches them side by side, and not one after another when the rows are registered. Rows whose keys
    /// follow each other have homes that do so too, and need none of this.
    @inline(__always)
    func lookAhead(_ rows: RowBatch) {
        var offsets = rows.makeIterator()
        guard let first = offsets.nextOffset(), let second = offsets.nextOffset() else { return }
        let memory = rows.memory
        let start = memory.load(fromByteOffset: first - 8, as: Int64.self)
        let distance = memory.load(fromByteOffset: second - 8, as: Int64.self) &- start
        if (0..<Self.near).contains(distance) { return }
        let (objects, mask) = (objects, mask)
        var taken = 0
        while let offset = offsets.nextOffset() {
            let key = memory.load(fromByteOffset: offset - 8, as: Int64.self)
            if objects[Int(truncatingIfNeeded: key) & mask] != nil { taken += 1 }
        }
        takenHomes = taken
    }

    /// How far apart keys lie at most whose homes are fetched together.
    private static var near: Int64 { 16 }

    /// The object of a key.
    @inline(__always)
    package subscript(key: Int64) -> ManagedObject? {
        guard let object = home(of: key) else { return nil }
        return object.key == key ? object : behindHome(key)
    }

    /// The object of a key whose home another one has.
    private func behindHome(_ key: Int64) -> ManagedObject? {
        let (objects, mask) = (objects, mask)
        let home = Int(truncatingIfNeeded: key) & mask
        for distance in 0..<farthest {
            guard let object = objects[(home + distance + 1) & mask] else { return nil }
            if object.key == key { return object }
        }
        return nil
    }

    /// Adds an object whose key is not in the map; the object keeps the key until it is removed.
    @inline(__always)
    package func insert(_ object: ManagedObject, key: Int64) {
        assert(object.key == key)
        if isFull { rebuild(capacity: size < Self.largeSize ? 2 * size : size) }
        var place = freePlace(key)
        while isCrowded(place, key) {
            rebuild(capacity: size)
            place = freePlace(key)
        }
        objects[place] = object
        count += 1
    }

    /// Whether there are too many objects for another one: as many as a half of the places.
    ///
    /// Where all are in their homes, as those of a fetch whose keys follow each other, none is ever looked for elsewhere, and
    /// seven eighths will do.
    @inline(__always)
    private var isFull: Bool { (count + 1) * 2 > size && (farthest > 0 || (count + 1) * 8 > size * 7) }

    /// Whether a place is so far behind its home that a larger table is worth its memory.
    ///
    /// Keys that follow each other fill one run of places. Where few others have their homes in that run already, because
    /// the table is smaller than the keys are far apart, each of these pushes all that come later one place on, and looking
    /// for a place takes as long as there are such keys. A table that spreads the keys apart has no such run.
    @inline(__always)
    private func isCrowded(_ place: Int, _ key: Int64) -> Bool {
        (place - Int(truncatingIfNeeded: key)) & mask > Self.farDistance && size / Self.sparsest < count
    }

    /// How many places an empty map may keep: 128 KiB.
    private static var keptSize: Int { 16 << 10 }

    /// Up to here a map that is full becomes four times as large, not twice: 512 KiB.
    ///
    /// Objects are moved less often, and memory that no key comes near is not touched.
    private static var largeSize: Int { 64 << 10 }

    /// How far behind its home a place is far.
    private static var farDistance: Int { 32 }

    /// How many places there may be for an object.
    private static var sparsest: Int { 64 }

    @inline(__always)
    private func freePlace(_ key: Int64) -> Int {
        let (objects, mask) = (objects, mask)
        let home = Int(truncatingIfNeeded: key) & mask
        var index = home
        while objects[index] != nil { index = (index + 1) & mask }
        farthest = max(farthest, (index - home) & mask)
        return index
    }

    /// Removes the object of a key.
    ///
    /// - Complexity: As far as an object may lie behind its home: constant for the keys that a store gives out.
    package func remove(_ key: Int64) {
        let (objects, mask) = (objects, mask)
        var index = Int(truncatingIfNeeded: key) & mask
        while let object = objects[index], object.key != key { index = (index + 1) & mask }
        guard let removed = objects[index] else { return }
        // Released when the map is whole again: its deinit may be a program's own.
        defer { withExtendedLifetime(removed) {} }
        objects[index] = nil
        count -= 1
        // Later entries of the run move up, so that look-ups never cross a hole. None farther away than `farthest` can
        // have its home at or before the hole; a run of sequential keys is the whole table, so the limit matters.
        var next = (index + 1) & mask
        while let object = objects[next], (next - index) & mask <= farthest {
            let home = Int(truncatingIfNeeded: object.key) & mask
            if (next - home) & mask >= (next - index) & mask {
                objects[index] = object
                objects[next] = nil
                index = next
            }
            next = (next + 1) & mask
        }
    }

    /// Moves all objects to memory for a number of objects.
    @inline(never)
    private func rebuild(capacity: Int) {
        let (old, oldSize) = (objects, size)
        size = Self.size(for: capacity)
        mask = size - 1
        objects = Self.places(size)
        farthest = 0
        for index in 0..<oldSize {
            guard let object = (old + index).move() else { continue }
            objects[freePlace(object.key)] = object
        }
        old.deallocate()
    }

    /// Calls a closure with every object, which may change the map: it is called with those that were there.
    package func forEach(_ body: (ManagedObject) throws -> Void) rethrows { for object in all { try body(object) } }

    /// The objects.
    package var all: [ManagedObject] {
        var result: [ManagedObject] = []
        result.reserveCapacity(count)
        for index in 0..<size { if let object = objects[index] { result.append(object) } }
        return result
    }

    /// Takes out the clean objects without other references; the caller releases them after the walk, because their
    /// release may run code that looks at the map.
    ///
    /// - Complexity: A look at each place.
    package func prune() -> [ManagedObject] {
        guard count > 0 else { return [] }
        var dropped: [ManagedObject] = []
        let protected = ManagedObject.pruneProtected
        for index in 0..<size where objects[index] != nil {
            guard isKnownUniquelyReferenced(&objects[index]), let object = objects[index],
                object.flags.isDisjoint(with: protected), object.rareState.isDispensable
            else { continue }
            dropped.append(object)
            objects[index] = nil
        }
        guard !dropped.isEmpty else { return [] }
        count -= dropped.count
        if count == 0, size <= Self.keptSize, size / Self.sparsest <= dropped.count {
            // Nothing is left, and the next fetch finds the places that this one needed.
            farthest = 0
            return dropped
        }
        rebuild(capacity: count)
        return dropped
    }

    /// Moves the objects that alone keep large batches of rows to smaller ones.
    ///
    /// - Parameter number: The number of the pruning in the context, from 1 on.
    /// - Returns: The rows that the objects have left, and the bytes of the batches that they keep now.
    /// - Complexity: Two looks at each place.
    func compact(_ number: UInt64) -> (left: [RowBatch], heldBytes: Int) {
        guard count > 0 else { return ([], 0) }
        var occupancy = BatchOccupancy(pruning: number)
        each { occupancy.count($0) }
        guard occupancy.findsSparseBatches else { return ([], occupancy.heldBytes) }
        let left = occupancy.evacuate { body in each(body) }
        return (left, occupancy.heldBytes)
    }

    /// Calls a closure that does not change the map with every object.
    private func each(_ body: (ManagedObject) -> Void) {
        for index in 0..<size { if let object = objects[index] { body(object) } }
    }
}
