/// The one path from an object to its context: cleared when the context goes.
///
/// Objects must not keep their context alive, and an `unowned` reference would trap in an object that outlives it.
package final class ContextAnchor {
    // INVARIANT: nil once the context's deinit has begun, so the reference never dangles.
    package unowned(unsafe) var context: ManagedObjectContext?
}
