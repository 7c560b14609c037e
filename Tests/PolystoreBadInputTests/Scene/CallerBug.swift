import Foundation
import Polystore
import PolystoreMemory

/// A person in memory, for programs that do what they must not.
///
/// SAFETY: what the tests show is that the checks catch an unsafe use; nothing else runs at the same time, because
/// `onAnotherThread` waits.
final class CallerBug: @unchecked Sendable {
    let container: PersistentContainer
    var context: ManagedObjectContext
    let ada: Person

    init() throws {
        container = try PersistentContainer(
            model: Scene.classes, stores: [PersistentStoreDescription(name: "all", type: "memory")],
            storeTypes: [.memory])
        context = container.newConfinedContext()
        ada = try context.insert(Person.self) { $0.name = "Ada" }
    }

    /// Runs work on another thread and waits for it.
    func onAnotherThread(_ work: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            work()
            done.signal()
        }
        done.wait()
    }
}
