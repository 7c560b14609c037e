import ConformanceBackends
import Foundation
import PolystoreConformance
import Testing

@Suite("Batch requests and objects")
struct BatchTests {
    /// Over all backends and combinations together; `POLYSTORE_BATCH_STEPS` for a campaign.
    static let steps = ProcessInfo.processInfo.environment["POLYSTORE_BATCH_STEPS"].flatMap(Int.init) ?? 600
    private static let factories = Backends.alone + Backends.combined

    @Test("after each random batch the graph is as a context makes it with objects", arguments: factories)
    func same(_ factory: ConformanceFactory) throws {
        let share = (Self.steps + Self.factories.count - 1) / Self.factories.count
        #expect(try Conformance.compareBatches(factory, steps: share, seed: Conformance.seed) == share)
        print("SEED=\(Conformance.seed) \(factory.name): \(share) steps")
    }
}
