import PolystoreModel
import PolystoreStorage

extension ManagedObject {
    /// The objects of a fetched property, in the order of its request; none when they cannot be fetched.
    ///
    /// The request runs when the property is first read. What it found stays, whatever changes, until the object is
    /// refreshed, becomes a fault, or is let go of. An error is recorded as the context's access error.
    public final func objects<Destination: ManagedObject>(
        of property: FetchedProperty<Destination>
    ) -> [Destination] {
        do {
            return try objects(for: property)
        } catch {
            managedObjectContext?.recordAccessError(error)
            return []
        }
    }

    /// The objects of a fetched property; throws what the getter would only report.
    ///
    /// - Throws: What a fetch throws; `ContextError` with code `contextGone` when the object's context is gone.
    public final func objects<Destination: ManagedObject>(
        for property: FetchedProperty<Destination>
    ) throws -> [Destination] {
        try fetchedObjects(forKey: property.fetchedPropertyName).compactMap { $0.cast(to: Destination.self) }
    }

    /// The objects of a fetched property by name.
    ///
    /// - Throws: `ValueError` for a name that is no fetched property, and what a fetch throws.
    public final func fetchedObjects(forKey name: String) throws -> [ManagedObject] {
        guard let property = entity.fetchedProperty(named: name) else { throw unknownProperty(name) }
        guard let context = managedObjectContext else { throw ContextError(.contextGone) }
        return try context.fetchedObjects(of: property, for: self)
    }
}

extension Entity {
    /// The objects of a fetched property; see `ManagedObject.objects(of:)`.
    @inlinable
    public subscript<Destination: ManagedObject>(
        dynamicMember member: KeyPath<Self.Type, FetchedProperty<Destination>>
    ) -> [Destination] {
        @inline(__always) get { objects(of: Self.self[keyPath: member]) }
    }
}
