import ConformanceBackends
import Foundation
import PolystoreConformance
import Synchronization
import Testing

@Suite("Random programs")
struct RandomTests {
    /// What one backend or combination is given of the operations.
    struct Share: Sendable, CustomTestStringConvertible {
        let factory: ConformanceFactory
        let operations: Int

        var testDescription: String { factory.name }
    }

    /// Over all backends and combinations together, to the last one; `POLYSTORE_RANDOM_OPERATIONS` for a campaign.
    static let operations =
        ProcessInfo.processInfo.environment["POLYSTORE_RANDOM_OPERATIONS"].flatMap(Int.init) ?? 100_000

    static let shares: [Share] = {
        let factories = Backends.alone + Backends.combined
        return factories.enumerated().map { index, factory in
            let rest = index < operations % factories.count ? 1 : 0
            return Share(factory: factory, operations: operations / factories.count + rest)
        }
    }()

    private static let seed = Conformance.seed
    private static let done = Atomic(0)

    @Test("stores and plain dictionaries see the same at every step", arguments: shares)
    func same(_ share: Share) throws {
        let ran = try Conformance.compare(share.factory, operations: share.operations, seed: Self.seed)
        #expect(ran == share.operations)
        let all = Self.done.add(ran, ordering: .relaxed).newValue
        print("SEED=\(Self.seed) \(share.factory.name): \(ran) operations; \(all) of \(Self.operations) are done")
    }

    @Test("the shares are all the operations, over every backend alone and every combination")
    func whole() {
        #expect(Self.shares.reduce(0) { $0 + $1.operations } == Self.operations)
        #expect(Self.shares.count == Backends.alone.count + Backends.combined.count)
        #expect(Backends.combined.count == 15 || Backends.all.count != 3)
        #expect(Set(Self.shares.map(\.factory.name)).count == Self.shares.count)
    }
}
