import PolystoreModel

extension [ManagedObject] {
    /// The objects as those of a class.
    ///
    /// - Throws: `ContextError` with code `wrongClass` when one of them is of another.
    /// - Complexity: A comparison for each object, a cast for each that is of another class than the one before, and a copy
    ///   of the list.
    func cast<Object: ManagedObject>(to type: Object.Type) throws -> [Object] {
        var known: ManagedObject.Type = type
        return try map { object in
            let found = Swift.type(of: object)
            if found != known {
                guard object is Object else {
                    throw ContextError(.wrongClass, [.entity: object.entity.name, .expected: "\(type)"])
                }
                known = found
            }
            // The object's class is that of an object that was found to be one.
            return unsafeDowncast(object, to: Object.self)
        }
    }
}
