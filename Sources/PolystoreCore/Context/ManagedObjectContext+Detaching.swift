import PolystoreModel

extension ManagedObjectContext {
    /// Lets go of an object whose row is gone, or never was: the context keeps nothing of it.
    ///
    /// - Parameters:
    ///   - object: The object, which belongs to no context afterwards.
    ///   - toMany: Its relationships to many, where they are at hand.
    func detach(_ object: ManagedObject, _ toMany: [ModelRelationship]? = nil) {
        let identity = object.identity
        childLineage.forget(identity)
        maps.remove(object)
        if !fetchedProperties.isEmpty { fetchedProperties[identity] = nil }
        if !ownersWithUnstoredReferences.isEmpty { ownersWithUnstoredReferences.remove(identity) }
        forgetStates(of: object, toMany ?? checks(of: object.unmanagedEntity).toMany)
        untrack(object)
        object.flags.insert(.detached)
    }
}
