import Polystore
import PolystoreRandom
import Synchronization

/// Brings the stores to the same numbers of objects while the load stands still.
final class Steward: Sendable {
    private let container: PersistentContainer
    private let editor: Mutex<GraphEditor>

    init(_ container: PersistentContainer, seed: UInt64) {
        self.container = container
        editor = Mutex(GraphEditor(random: RandomSource(seed: seed)))
    }

    /// Fills empty stores.
    ///
    /// - Throws: What a context throws.
    func fill() throws { try edit { editor, context in try editor.fill(context) } }

    /// Inserts and deletes what differs from the middle of the bounds.
    ///
    /// - Throws: What a context throws.
    func level() throws { try edit { editor, context in try editor.level(context) } }

    private func edit(_ body: (inout GraphEditor, ManagedObjectContext) throws -> Void) throws {
        let context = container.newConfinedContext(isolation: nil)
        context.mergePolicy = .mergeByPropertyObjectTrump
        try withExtendedLifetime(context) { try editor.withLock { try body(&$0, context) } }
    }
}
