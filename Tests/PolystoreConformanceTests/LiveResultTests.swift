import ConformanceBackends
import Foundation
import PolystoreConformance
import Synchronization
import Testing

@Suite("Random changes under live lists")
struct LiveResultTests {
    /// What one backend or combination is given of the steps.
    struct Share: Sendable, CustomTestStringConvertible {
        let factory: ConformanceFactory
        let steps: Int
        let seed: UInt64

        var testDescription: String { factory.name }
    }

    /// Over all backends and combinations together; POLYSTORE_LIVE_STEPS asks for more.
    static let steps = ProcessInfo.processInfo.environment["POLYSTORE_LIVE_STEPS"].flatMap(Int.init) ?? 1_900

    static let seed = Conformance.seed

    static let shares: [Share] = {
        let factories = Backends.alone + Backends.combined
        let each = (steps + factories.count - 1) / factories.count
        return factories.map { Share(factory: $0, steps: each, seed: seed) }
    }()

    private static let done = Atomic(0)

    @Test("a list is what a fetch finds, and differences lead from each state to the next", arguments: shares)
    func same(_ share: Share) throws {
        let ran = try Conformance.follow(share.factory, steps: share.steps, seed: share.seed)
        #expect(ran.steps >= share.steps && ran.changes > 0)
        let all = Self.done.add(ran.steps, ordering: .relaxed).newValue
        print(
            "SEED=\(share.seed) \(share.factory.name): \(ran.steps) steps, \(ran.changes) changes told;",
            "\(all) of \(Self.steps) are done")
    }
}
