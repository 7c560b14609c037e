/// The one path from an object to its context: cleared when the context goes.
///
/// Objects must not keep their context alive, and an `unowned` reference would trap in an object that outlives it.
package final class ContextAnchor {
    // INVARIANT: nil once the context's deinit has begun, so the reference never dangles.
    @exclusivity(unchecked) package final var unmanaged: Unmanaged<ManagedObjectContext>?

    /// The context; nil when it is gone.
    package var context: ManagedObjectContext? { unmanaged?.takeUnretainedValue() }

    /// Makes an anchor of no context.
    package init() {}
}
