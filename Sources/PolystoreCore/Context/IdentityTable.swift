/// The memory of an identity map: keys and objects, each in a row of places.
///
/// Plain memory, so that looking at a place counts no references and checks no bounds: a look-up costs as much as the
/// cache misses it takes. INVARIANT: `keys` and `objects` have `size` places, all initialized; `size` is a power of two.
final class IdentityTable {
    let size: Int
    let mask: Int
    let keys: UnsafeMutablePointer<Int64>
    let objects: UnsafeMutablePointer<ManagedObject?>

    init(size: Int) {
        self.size = size
        mask = size - 1
        keys = .allocate(capacity: size)
        keys.initialize(repeating: 0, count: size)
        objects = .allocate(capacity: size)
        objects.initialize(repeating: nil, count: size)
    }

    deinit {
        objects.deinitialize(count: size)
        objects.deallocate()
        keys.deallocate()
    }
}

extension UnsafeMutablePointer<ManagedObject?> {
    /// Moves the object of one place to an empty one.
    func move(_ source: Int, to target: Int) {
        (self + target).moveUpdate(from: self + source, count: 1)
        (self + source).initialize(to: nil)
    }
}
