/// The classes of objects, each noted once: a few, in the order in which they were met first.
struct FetchedClasses {
    private var classes: [ManagedObject.Type] = []
    private var last: ManagedObject.Type?

    /// Notes the class of an object.
    @inline(__always)
    mutating func note(_ objectClass: ManagedObject.Type) {
        if objectClass != last { add(objectClass) }
    }

    @inline(never)
    private mutating func add(_ objectClass: ManagedObject.Type) {
        last = objectClass
        if !classes.contains(where: { $0 == objectClass }) { classes.append(objectClass) }
    }

    /// Whether each is a class or a subclass of it.
    func areAll<Object: ManagedObject>(_ type: Object.Type) -> Bool { classes.allSatisfy { $0 is Object.Type } }
}
