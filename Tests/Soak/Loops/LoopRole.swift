import Polystore

/// What one loop does in its context, one step after another; it is used where the context may be used.
protocol LoopRole: AnyObject {
    /// Makes one step.
    func step(_ context: ManagedObjectContext)

    /// Leaves nothing unsaved and nothing pinned, before the run is looked at.
    func settle(_ context: ManagedObjectContext)

    /// Compares what the role keeps with what is stored; all loops have settled.
    func check(_ context: ManagedObjectContext, _ container: PersistentContainer)
}

extension LoopRole {
    func check(_ context: ManagedObjectContext, _ container: PersistentContainer) {}
}
