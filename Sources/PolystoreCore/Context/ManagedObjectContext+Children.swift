import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Makes a context with a queue of its own that sees this one's unsaved changes and saves into it.
    ///
    /// New objects of the child have their permanent IDs at once, as everywhere. Nothing is on disk before this context
    /// saves. A save into this context conflicts, and is settled by the child's merge policy, when the child began from
    /// rows that this context no longer has; values that this context changed and did not save are replaced.
    ///
    /// The child does not keep this context alive unless it has a queue of its own. Without its parent, or with one that
    /// belongs to another thread, the child's reads and saves throw `ContextError`: `contextGone` or `notPerforming`.
    public func newChildContext() -> ContextHandle { makeChild(.privateQueue).handle }

    /// Makes a child context for the running thread; see `newChildContext`.
    public func newConfinedChildContext() -> ManagedObjectContext { makeChild(.thread) }

    private func makeChild(_ confinement: ContextConfinement) -> ManagedObjectContext {
        checkExecutor()
        forgetLineageWithoutChildren()
        let child = ManagedObjectContext(
            coordinator: coordinator, classes: classes, source: ParentSource(self), confinement: confinement)
        child.faultPolicy = faultPolicy
        return child
    }

    /// Forgets where children began once the last one has gone: new ones begin from what is here.
    func forgetLineageWithoutChildren() {
        if !childLineage.isEmpty, children.isZero { childLineage = ChildLineage() }
    }
}
