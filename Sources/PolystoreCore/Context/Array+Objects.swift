import PolystoreModel

extension [ManagedObject] {
    /// Whether a condition holds for each object, without counting a reference to each.
    @inline(__always)
    func holds(_ condition: (ManagedObject) -> Bool) -> Bool {
        withUnsafeBufferPointer { objects in
            // SAFETY: a reference lies in memory as an unmanaged one does, and the list holds the elements until the end.
            objects.withMemoryRebound(to: Unmanaged<ManagedObject>.self) { objects in
                objects.allSatisfy { $0._withUnsafeGuaranteedRef(condition) }
            }
        }
    }

    /// The objects as those of a class.
    ///
    /// - Throws: `ContextError` with code `wrongClass` when one of them is of another.
    /// - Complexity: A comparison for each object, a cast for each that is of another class than the one before; no copy.
    func cast<Object: ManagedObject>(to type: Object.Type) throws -> [Object] {
        var known: ManagedObject.Type = type
        for object in self {
            let found = Swift.type(of: object)
            if found == known { continue }
            guard object is Object else {
                throw ContextError(.wrongClass, [.entity: object.entity.name, .expected: "\(type)"])
            }
            known = found
        }
        // SAFETY: every element was just found to be an Object, and arrays of objects lie in memory alike whatever the
        // class that their elements are declared with.
        return unsafeBitCast(self, to: [Object].self)
    }
}
