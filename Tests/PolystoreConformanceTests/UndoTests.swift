import ConformanceBackends
import Foundation
import PolystoreConformance
import Synchronization
import Testing

@Suite("Undo and redo")
struct UndoTests {
    /// Over all backends and combinations together; `POLYSTORE_UNDO_STEPS` for a campaign.
    static let steps = ProcessInfo.processInfo.environment["POLYSTORE_UNDO_STEPS"].flatMap(Int.init) ?? 20_000
    private static let factories = Backends.alone + Backends.combined
    private static let seed = Conformance.seed
    private static let done = Atomic(0)

    /// Walks that once failed: members of an ordered list, whose owner was deleted and brought back, lost their places.
    private static let formerFailures: [UInt64] = [5_320_751_656_904_397_698]

    @Test("walks that failed once pass", arguments: Backends.alone, formerFailures)
    func formerFailure(_ factory: ConformanceFactory, _ seed: UInt64) throws {
        #expect(try Conformance.walkThroughUndo(factory, steps: 200, seed: seed) == 200)
    }

    @Test(
        "after each undo and redo the graph, its inverses and its orders are as a whole copy, and so are the stores after a save",
        arguments: factories)
    func same(_ factory: ConformanceFactory) throws {
        let share = (Self.steps + Self.factories.count - 1) / Self.factories.count
        let made = try Conformance.walkThroughUndo(factory, steps: share, seed: Self.seed)
        #expect(made == share)
        let all = Self.done.add(made, ordering: .relaxed).newValue
        print("SEED=\(Self.seed) \(factory.name): \(made) steps; \(all) of \(Self.steps) are made")
    }
}
