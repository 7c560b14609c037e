/// The objects that a fetch has found so far, and which classes they are of.
struct FetchedObjects {
    private(set) var list: [ManagedObject] = []
    private var classes = FetchedClasses()

    /// Adds an object.
    mutating func append(_ object: ManagedObject) {
        classes.note(type(of: object))
        list.append(object)
    }

    /// Makes room for objects.
    mutating func reserve(_ count: Int) {
        // Not less than doubled, so that many small batches do not move the list each time.
        if list.capacity < list.count + count { list.reserveCapacity(max(list.count + count, 2 * list.count)) }
    }

    /// The list as one of objects of a class.
    ///
    /// - Throws: `ContextError` with code `wrongClass` when one of them is of another.
    /// - Complexity: A cast for each class, and a copy of the list.
    func cast<Object: ManagedObject>(to type: Object.Type) throws -> [Object] {
        guard classes.areAll(type) else { return try list.cast(to: type) }
        // Each class that an element is of was found to be that of an Object.
        return list.map { unsafeDowncast($0, to: Object.self) }
    }
}
