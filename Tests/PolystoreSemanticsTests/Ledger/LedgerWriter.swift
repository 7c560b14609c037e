import Foundation
import Polystore
import PolystoreRandom

/// Moves money between the accounts of a ledger, over several stores at once, and saves each store alone in turn.
final class LedgerWriter {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    /// The accounts of each store.
    private var accounts: [[Account]] = []
    private var random = RandomSource()
    private var step = 0

    init(_ container: PersistentContainer) throws {
        self.container = container
        context = container.newConfinedContext()
        let all = try context.fetch(FetchRequest(Account.self))
        for store in container.coordinator.stores {
            accounts.append(all.filter { container.store(of: $0) === store })
        }
    }

    /// Makes one save: over several stores, or of the store whose turn it is.
    func save() throws {
        step += 1
        if step.isMultiple(of: 2) { try takeTurn() } else { move() }
        try context.save()
    }

    /// From one store to one or two others.
    private func move() {
        let places = accounts.indices.shuffled(using: &random)
        let source = random.pick(accounts[places[0]])
        for place in places.dropFirst().prefix(1 + random.below(2)) {
            let amount = random.below(5)
            source.amount -= amount
            random.pick(accounts[place]).amount += amount
        }
    }

    private func takeTurn() throws {
        let turns = accounts.map { $0.map(\.turn).max() ?? 0 }
        let place = turns.firstIndex { $0 < turns[0] } ?? 0
        accounts[place].max { $0.turn < $1.turn }?.turn += 1
    }

    /// Saves without an end in a process that is killed after some seconds.
    static func run(until life: Double, _ ledger: Ledger) throws {
        let container = try ledger.open { $0.lockTimeout = .seconds(60) }
        let writer = try LedgerWriter(container)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: life)
            SuddenEnd.die()
        }
        while true { try writer.save() }
    }
}
