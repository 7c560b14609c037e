import PolystoreModel

extension ManagedObjectContext {
    /// Begins or ends telling observers.
    func updateObservation() {
        guard isObservable != (observation != nil) else { return }
        observation = isObservable ? ContextObservation() : nil
        for object in registeredObjects {
            if isObservable { object.flags.insert(.observed) } else { object.flags.remove(.observed) }
        }
    }

    /// The state that every object of the context begins with.
    var commonFlags: ObjectFlags { observation == nil ? [] : .observed }
}

extension ManagedObject {
    /// Tells observers that a property is read.
    @usableFromInline package final func noteAccess(to key: PropertyKey) {
        guard flags.contains(.observed), let context = managedObjectContext else { return }
        context.observation?.access(self, key)
    }
}
