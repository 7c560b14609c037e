import ConformanceBackends
import PolystoreConformance
import Testing

@Suite("Random programs")
struct RandomTests {
    /// Over all backends and combinations together.
    static let operations = 200_000

    @Test("stores and plain dictionaries see the same at every step", arguments: Backends.alone + Backends.combined)
    func same(_ factory: ConformanceFactory) throws {
        let seed = Conformance.seed
        print("SEED=\(seed) \(factory.name)")
        try Conformance.compare(
            factory, operations: Self.operations / (Backends.alone.count + Backends.combined.count), seed: seed)
    }
}
