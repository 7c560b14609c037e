import Foundation
import Polystore

/// A process that opens stores once, and says what came of it.
enum Opener {
    /// Opens stores, saves to those that may be written, and prints the last save, or that they are held.
    ///
    /// - Parameter arguments: The backends, the folder of the stores, and `readWrite` or `readOnly`.
    /// - Throws: What opening and saving throw, unless the stores are held.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 3, let access = StoreOpening.Access(rawValue: arguments[2]) else {
            throw Invocation.Misuse(description: Invocation.usage)
        }
        let stores = try TortureStores(backends: arguments[0])
        let saves = NumberedSaves(stores: stores.kinds.count)
        do {
            let container = try stores.open(
                URL(fileURLWithPath: arguments[1]), access: access, lockTimeout: .milliseconds(50))
            let context = container.newConfinedContext()
            var number = try saves.last(in: context)
            if access == .readWrite {
                number += 1
                try SaveLedger.change(context, number, in: saves.touched(number))
                try context.save()
            }
            try container.close()
            try say("\(number)")
        } catch let error where error.isHeld {
            try say("held")
        }
    }

    /// Has a process open stores.
    ///
    /// - Returns: The last save that it found, or made; nil where the stores were held.
    /// - Throws: `Violation` for anything else.
    static func open(_ stores: TortureStores, _ folder: URL, _ access: StoreOpening.Access) throws -> Int64? {
        let child = try ChildProcess(
            arguments: ["opener", TortureStores.backends(stores.kinds), folder.path, access.rawValue])
        let output = child.read(waiting: 30_000)
        if output == .nothing { child.kill() }
        let reason = child.wait()
        guard case .line(let line) = output, reason == nil else {
            throw Violation("a process that opens \(folder.path) \(access.rawValue) ends: \(reason ?? "too late")")
        }
        if line == "held" { return nil }
        guard let number = Int64(line) else { throw Violation("a process that opens \(folder.path) says '\(line)'") }
        return number
    }
}
