import PolystoreModel

/// The identity maps of a context: one for each store and hierarchy.
///
/// Asked for every object that is looked up, in turn for those of a few hierarchies, so the maps that were met lately are
/// found without hashing.
package final class IdentityMaps {
    /// Which identity map: store and hierarchy.
    struct Key: Hashable {
        let store: StoreNumber
        let root: RootNumber
    }

    private struct Place {
        var key: UInt64
        var map: Unmanaged<IdentityMap>
    }

    /// All maps, in the order in which they were asked for first.
    @exclusivity(unchecked) package private(set) var all: [IdentityMap] = []
    private var maps: [Key: IdentityMap] = [:]
    // INVARIANT: the maps in these places are kept by `all`.
    @exclusivity(unchecked) private let recent = UnsafeMutablePointer<Place?>.allocate(
        capacity: IdentityMaps.recentCount)

    private static var recentCount: Int { 8 }

    package init() { recent.initialize(repeating: nil, count: Self.recentCount) }

    deinit { recent.deallocate() }

    /// The map of a store and a hierarchy, made when it is asked for first.
    @inline(__always)
    package func map(_ store: StoreNumber, _ root: RootNumber) -> Unmanaged<IdentityMap> {
        let key = UInt64(store.rawValue) << 32 | UInt64(root.rawValue)
        let place = Int(truncatingIfNeeded: store.rawValue &* 3 &+ root.rawValue) & (Self.recentCount - 1)
        if let known = recent[place], known.key == key { return known.map }
        return find(store, root, key, place)
    }

    @inline(never)
    private func find(
        _ store: StoreNumber, _ root: RootNumber, _ packed: UInt64, _ place: Int
    ) -> Unmanaged<IdentityMap> {
        let key = Key(store: store, root: root)
        let map = maps[key] ?? IdentityMap()
        if maps.updateValue(map, forKey: key) == nil { all.append(map) }
        recent[place] = Place(key: packed, map: Unmanaged.passUnretained(map))
        return Unmanaged.passUnretained(map)
    }

    /// The object of an ID; nil when it is not registered.
    @inline(__always)
    package subscript(objectID: ObjectID) -> ManagedObject? {
        map(objectID.store, objectID.root).withObject { $0[objectID.key] }
    }

    /// Adds an object that is in no map; it keeps its key until it is removed.
    func insert(_ object: ManagedObject) {
        map(object.batch.store, object.batch.root).withObject { $0.insert(object, key: object.key) }
    }

    /// Removes an object.
    func remove(_ object: ManagedObject) {
        map(object.batch.store, object.batch.root).withObject { $0.remove(object.key) }
    }

    /// How many objects there are.
    package var count: Int { all.reduce(0) { $0 + $1.count } }

    /// Forgets all maps; their objects are let go when nothing refers to them any more.
    func removeAll() {
        let (maps, all) = (maps, all)
        // Before anything is released: the deinit of a program's class may ask for an object.
        (self.maps, self.all) = ([:], [])
        recent.update(repeating: nil, count: Self.recentCount)
        withExtendedLifetime((maps, all)) {}
    }
}
