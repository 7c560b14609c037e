/// The objects that a fetch has found so far, and which classes they are of.
struct FetchedObjects {
    private(set) var list: [ManagedObject] = []
    private var classes = FetchedClasses()

    /// Adds an object.
    mutating func append(_ object: ManagedObject) {
        classes.note(type(of: object))
        list.append(object)
    }

    /// Adds objects in place.
    ///
    /// - Parameters:
    ///   - count: How many there are at most.
    ///   - body: Adds objects, and notes the class of each.
    mutating func append(
        atMost count: Int, _ body: (inout OutputSpan<ManagedObject>, inout FetchedClasses) -> Void
    ) {
        list.append(addingCapacity: count) { objects in body(&objects, &classes) }
    }

    /// The list as one of objects of a class.
    ///
    /// - Throws: `ContextError` with code `wrongClass` when one of them is of another.
    /// - Complexity: A cast for each class; no copy.
    func cast<Object: ManagedObject>(to type: Object.Type) throws -> [Object] {
        guard classes.areAll(type) else { return try list.cast(to: type) }
        // SAFETY: the class of every element was noted, and is found to be that of an Object; arrays of objects lie in
        // memory alike whatever the class that their elements are declared with.
        return unsafeBitCast(list, to: [Object].self)
    }
}
