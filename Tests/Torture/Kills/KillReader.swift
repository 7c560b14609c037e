import Foundation
import Polystore

/// A process that reads beside the writer that is killed: what it finds in the stores is what saves left, each in all of its
/// stores or in none.
enum KillReader {
    /// Reads until the process that started this one has gone; a line for each violation.
    ///
    /// - Parameter arguments: The backends and the folder.
    /// - Throws: What keeps it from telling.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 2 else { throw Invocation.Misuse(description: Invocation.usage) }
        let stores = try TortureStores(backends: arguments[0])
        let folder = URL(fileURLWithPath: arguments[1])
        let parent = ChildProcess.parent
        while ChildProcess.parent == parent {
            do {
                let container = try stores.open(folder, access: .readOnly)
                defer {
                    // A reader leaves nothing behind; an error of a store that was just killed is the next opening's.
                    try? container.close()
                }
                for _ in 0..<20 {
                    try read(container, stores)
                    ChildProcess.pause(microseconds: 500)
                }
            } catch let violation as Violation {
                try say("v \(violation)")
            } catch let error where error is any StructuredError {
                // The stores are not there yet, a save is yet to be made whole by the next writer, no common moment was found
                // beside a writer, or a row went while it was read. What cannot be is damage.
                guard error.chain.contains(where: { ($0 as? StoreError)?.code == .damaged }) else { continue }
                try say("v \(error)")
            }
            ChildProcess.pause(microseconds: 2_000)
        }
    }

    private static func read(_ container: PersistentContainer, _ stores: TortureStores) throws {
        let context = container.newConfinedContext()
        try context.setQueryGeneration(.current)
        let found = try SaveLedger(context, stores)
        guard found.isWhole(where: KillWriter.isJoint) else {
            throw Violation("a save is in some stores only: \(found)")
        }
    }
}
