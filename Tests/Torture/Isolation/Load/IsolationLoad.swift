import Foundation
import Polystore
import PolystoreRandom

/// Tasks with contexts of every sort that change the same objects at once.
struct IsolationLoad: Sendable {
    /// How a task keeps its contexts.
    private enum Sort: CaseIterable {
        /// A confined context for each transaction.
        case fresh
        /// One confined context for all.
        case kept
        /// A context with a queue.
        case queue
        /// A context that an actor joined.
        case joined
        /// A child of a confined context, for each transaction.
        case child
        /// A child with a queue, of a parent with a queue.
        case childOfQueue
    }

    let container: PersistentContainer
    let place: HistoryPlace
    let seed: UInt64
    let transactions: Int

    /// Runs the tasks, and reads what is left when they have ended.
    func history() async throws -> History {
        try fill()
        var random = RandomSource(seed: seed)
        let tasks = 8 + random.below(9)
        let seeds = (0..<tasks).map { _ in random.next() }
        var records = try await withThrowingTaskGroup(of: [HistoryTransaction].self) { group -> [HistoryTransaction] in
            for (index, seed) in seeds.enumerated() {
                let count = transactions / tasks + (index < transactions % tasks ? 1 : 0)
                group.addTask {
                    var random = RandomSource(seed: seed)
                    let sort = random.pick(Sort.allCases)
                    return try await session(Self.name(index), sort, count, &random)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        records.append(try readAll())
        return History(records)
    }

    private static func name(_ index: Int) -> String { String(UnicodeScalar(UInt8(65 + index))) }

    private func fill() throws {
        let context = container.newConfinedContext()
        for cell in 0..<place.stores.cellCount {
            _ = try context.insert(entity: "Cell") { object in
                try object.setValue(.integer(Int64(cell % place.stores.count)), forKey: "region")
                try object.setValue(.integer(place.history), forKey: "history")
                try object.setValue(.integer(place.number(cell)), forKey: "number")
            }
        }
        try context.save()
    }

    private func readAll() throws -> HistoryTransaction {
        let run = try TransactionRun(
            TransactionPlan(readingAll: place.stores), place, session: "Z", number: 1, container.newConfinedContext())
        while try run.step() {}
        return run.record
    }

    private func session(
        _ name: String, _ sort: Sort, _ count: Int, _ random: inout RandomSource
    ) async throws -> [HistoryTransaction] {
        var records: [HistoryTransaction] = []
        let kept = container.newConfinedContext()
        let queue = container.newBackgroundContext()
        let child = try await queue.perform { $0.newChildContext() }
        let joined = JoinedSession(container)
        for number in 0..<count {
            let plan = TransactionPlan(place.stores, usesChild: sort == .child || sort == .childOfQueue, &random)
            switch sort {
            case .fresh:
                records.append(try await perform(plan, name, number, container.newConfinedContext()))
            case .kept: records.append(try await perform(plan, name, number, kept))
            case .queue:
                let record = try await queue.perform { context in
                    let run = try TransactionRun(plan, place, session: name, number: number, context)
                    while try run.step() {}
                    return run.record
                }
                records.append(record)
            case .joined: records.append(try await joined.perform(plan, place, session: name, number: number))
            case .child:
                let parent = container.newConfinedContext()
                records.append(
                    try await perform(plan, name, number, parent.newConfinedChildContext(), parent.handle))
                withExtendedLifetime(parent) {}
            case .childOfQueue:
                let record = try await child.perform { context in
                    let run = try TransactionRun(plan, place, session: name, number: number, context, parent: queue)
                    while try run.step() {}
                    return run.record
                }
                records.append(record)
            }
            await Task.yield()
        }
        return records
    }

    private func perform(
        _ plan: TransactionPlan, _ session: String, _ number: Int, _ context: ManagedObjectContext,
        _ parent: ContextHandle? = nil
    ) async throws -> HistoryTransaction {
        let run = try TransactionRun(plan, place, session: session, number: number, context, parent: parent)
        while try run.step() { await Task.yield() }
        return run.record
    }
}
