import Foundation
import Polystore
import PolystoreRandom

/// One run: the load, the checkpoints beside it, and the verdict.
final class SoakRun: Sendable {
    private let seconds: Double
    private let limits: SoakLimits
    private let folder: URL
    private let container: PersistentContainer
    private let tally = Tally()
    private let gate = Gate()
    private let values: ValuesReader
    private let loops: [LoadLoop]
    private let batches: BatchLoad
    private let steward: Steward

    /// Every so many checkpoints everything is checked, which takes longer than counting.
    private static let checkpointsToWholeCheck = 6

    /// Opens new stores in a folder.
    ///
    /// - Throws: What opening stores throws.
    init(seconds: Double, seed: UInt64, folder: URL) throws {
        (self.seconds, self.folder) = (seconds, folder)
        limits = SoakLimits(seconds: seconds)
        container = try SoakStores(folder: folder.appending(path: "stores")).open()
        values = ValuesReader(tally)
        var random = RandomSource(seed: seed)
        batches = BatchLoad(container, seed: random.next())
        loops = Self.makeLoops(container, tally, (0..<5).map { _ in random.next() })
        steward = Steward(container, seed: random.next())
        try steward.fill()
    }

    /// Five contexts; three of them merge what others save, and each settles conflicts in another way.
    private static func makeLoops(
        _ container: PersistentContainer, _ tally: Tally, _ seeds: [UInt64]
    ) -> [LoadLoop] {
        [
            LoadLoop(container, tally) { context in
                context.mergePolicy = .error
                return EditingRole("edits", RandomSource(seed: seeds[0]), tally)
            },
            LoadLoop(container, tally) { context in
                context.mergePolicy = .mergeByPropertyStoreTrump
                context.automaticallyMergesChangesFromParent = true
                return UndoRole(RandomSource(seed: seeds[1]), tally, context)
            },
            LoadLoop(container, tally) { context in
                context.mergePolicy = .mergeByPropertyObjectTrump
                context.automaticallyMergesChangesFromParent = true
                return try ListRole(RandomSource(seed: seeds[2]), tally, context)
            },
            LoadLoop(container, tally) { context in
                context.mergePolicy = .overwrite
                context.automaticallyMergesChangesFromParent = true
                return FamilyRole(RandomSource(seed: seeds[3]), tally)
            },
            LoadLoop(container, tally) { context in
                context.mergePolicy = .rollback
                return GenerationRole(RandomSource(seed: seeds[4]), tally, container)
            },
        ]
    }

    /// Runs the load and prints a line for each checkpoint, the counts and the verdict.
    ///
    /// - Returns: Whether all limits were kept.
    /// - Throws: What stands in the way of a verdict.
    func run() async throws -> Bool {
        let (reader, tasks) = try await start()
        try say(Checkpoint.header)
        let checkpoints = try await observe()
        await gate.end()
        for task in tasks { await task.value }
        reader.cancel()
        await reader.value
        for loop in loops { await loop.finish() }
        let live = try liveBytes()
        try container.close()
        let verdict = Verdict(checkpoints, liveBytes: live, problemCount: tally.problemCount, limits)
        try SoakReport(tally: tally, verdict: verdict, limits: limits).print()
        return verdict.isKept
    }

    private func start() async throws -> (reader: Task<Void, Never>, tasks: [Task<Void, Never>]) {
        for loop in loops { try await loop.prepare() }
        let batchTask = PeriodicTask(name: "batches", distance: .seconds(2), gate: gate, tally: tally)
        let backupTask = PeriodicTask(name: "backups", distance: .seconds(20), gate: gate, tally: tally)
        let backups = BackupLoad(container: container, folder: folder)
        for _ in 0..<(loops.count + 2) { await gate.join() }
        var tasks = loops.map { loop in Task { [gate] in await loop.run(gate) } }
        tasks.append(Task { [batches] in await batchTask.run { try await batches.turn($0) } })
        tasks.append(Task { await backupTask.run { try backups.turn($0) } })
        return (Task { [values, container] in await values.run(container) }, tasks)
    }

    /// Brings the load to a stop again and again, until the time is over.
    private func observe() async throws -> [Checkpoint] {
        let clock = ContinuousClock()
        let start = clock.now
        // Fractions of a second add up to a little less or more.
        let end = seconds + 0.001
        var checkpoints: [Checkpoint] = []
        var next = limits.interval
        while next <= end {
            try await Task.sleep(until: start + .seconds(next), clock: clock)
            await gate.close()
            let second = (clock.now - start) / .seconds(1)
            let isLast = next + limits.interval > end
            let checkpoint = try await look(
                second, isWhole: isLast || checkpoints.count % Self.checkpointsToWholeCheck == 0)
            try say(checkpoint.line)
            checkpoints.append(checkpoint)
            // The load stands still from the last one on.
            if !isLast { await gate.open() }
            next += limits.interval
            // One that took longer than the interval leaves out the next ones, but not the last.
            while start + .seconds(next) <= clock.now, next + limits.interval <= end { next += limits.interval }
        }
        return checkpoints
    }

    /// Measures, and checks what must be so.
    private func look(_ second: Double, isWhole: Bool) async throws -> Checkpoint {
        for loop in loops { await loop.settle() }
        try steward.level()
        // What was saved is merged by now, or before this.
        for loop in loops { await loop.settle() }
        var checkpoint = Checkpoint()
        checkpoint.second = second
        checkpoint.steps = tally.counts["steps"] ?? 0
        checkpoint.process = try ProcessStatus.current()
        checkpoint.files = try SoakStores(folder: folder.appending(path: "stores")).use()
        let invariants = Invariants(container: container, tally: tally)
        checkpoint.objects = invariants.checkCounts()
        for loop in loops { await loop.check() }
        await values.check(container)
        if isWhole { invariants.checkAll() }
        return checkpoint
    }

    /// What all objects take in new stores of the same types.
    private func liveBytes() throws -> Int {
        let stores = SoakStores(folder: folder.appending(path: "copy"))
        let copy = try stores.open()
        _ = try container.coordinator.copyGraph(to: copy.coordinator)
        try copy.close()
        return try stores.use().stores
    }
}
