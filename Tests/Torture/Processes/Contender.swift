import CPolystoreDiskCalls
import Foundation
import Polystore
import PolystoreRandom

/// A process that opens stores for writing or reading again and again, beside others that do the same.
struct Contender {
    private let stores: TortureStores
    private let saves: NumberedSaves
    private let folder: URL
    private let journal: EventJournal
    private var random: RandomSource

    /// Runs until it is killed.
    ///
    /// - Parameter arguments: The backends, the folder around the stores, the number of the process, the seed,
    ///   how processes exclude each other.
    /// - Throws: What keeps the journal from being written.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 5, let process = Int(arguments[2]), let seed = UInt64(arguments[3]),
            let locking = Locking(rawValue: arguments[4])
        else { throw Invocation.Misuse(description: Invocation.usage) }
        if locking == .granted { polystore_calls_grant_locks() }
        let stores = try TortureStores(backends: arguments[0])
        let folder = URL(fileURLWithPath: arguments[1])
        guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
            throw Violation("\(folder.path) cannot be entered")
        }
        var contender = Contender(
            stores: stores, saves: NumberedSaves(stores: stores.kinds.count), folder: folder,
            journal: try EventJournal(folder.appendingPathComponent("journal"), process: process),
            random: RandomSource(seed: seed))
        do {
            let parent = ChildProcess.parent
            // One whose parent was killed would go on for ever.
            while ChildProcess.parent == parent {
                try contender.random.chance(4) ? contender.read() : contender.write()
            }
        } catch {
            // The process that started this one reads it there.
            try contender.journal.append(.violation("\(error)"))
        }
    }

    private mutating func path() -> URL { random.pick(StorePath.known(in: folder)).folder(folder) }

    /// Opens the stores for writing, saves for a while, and closes them.
    private mutating func write() throws {
        let (limit, start) = (random.pick([0, 10, 100, 1_000]), ContinuousClock.now)
        let container: PersistentContainer
        do {
            container = try stores.open(path(), lockTimeout: .milliseconds(limit))
        } catch let error where error.isHeld {
            try journal.append(.held(waited: Int((ContinuousClock.now - start) / .milliseconds(1)), limit: limit))
            ChildProcess.pause(microseconds: random.below(5_000))
            return
        } catch let error where error.isTooLate {
            // A reader may be making SQLite's index of the log anew.
            try journal.append(.refused("\(error)"))
            return
        }
        let context = container.newConfinedContext()
        var number = try saves.last(in: context)
        try journal.append(.opened(number))
        for _ in 0..<(1 + random.below(20)) {
            number += 1
            try journal.append(.begins(number))
            do {
                try SaveLedger.change(context, number, in: saves.touched(number))
                try context.save()
                try journal.append(.returned(number))
            } catch let error where error.isTooLate {
                // With so little patience a save may not get its turn; then it is not made.
                try journal.append(.refused("\(error)"))
                context.rollback()
                number -= 1
            }
        }
        try journal.append(.closes)
        try container.close()
    }

    /// Opens the stores for reading, and reads for a while.
    private mutating func read() throws {
        do {
            let container = try stores.open(path(), access: .readOnly, lockTimeout: .milliseconds(200))
            defer {
                // A reader leaves nothing behind; what there is to say was said before.
                try? container.close()
            }
            for _ in 0..<(1 + random.below(10)) {
                try journal.append(.looks)
                let context = container.newConfinedContext()
                try context.setQueryGeneration(.current)
                try journal.append(.reads(try saves.last(in: context)))
                // The reader is killed with its snapshot, too.
                ChildProcess.pause(microseconds: random.below(10_000))
                withExtendedLifetime(context) {}
            }
        } catch let error where Self.isExpected(error) {
            try journal.append(.refused("\(error)"))
            ChildProcess.pause(microseconds: random.below(10_000))
        }
    }

    /// What a reader may be told: there are no stores yet, one lacks what a killed process had begun, or a row or its file
    /// went while it was read.
    private static func isExpected(_ error: any Error) -> Bool {
        let expected: Set<StoreError.Code> = [.missing, .timeout, .behind, .rowMissing]
        return error.storeErrors.contains { expected.contains($0.code) }
    }
}
