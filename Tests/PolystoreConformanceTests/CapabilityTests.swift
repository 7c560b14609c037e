import ConformanceBackends
import Foundation
import PolystoreConformance
import PolystoreMemory
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("What a backend declares is what it can do, no more and no less")
struct CapabilityTests {
    /// A backend that declares something that is not so, and the suite that must notice.
    struct Lie: Sendable, CustomTestStringConvertible {
        let capability: ConformanceCapability
        let suite: ConformanceSuite
        let type: StoreType

        var testDescription: String { "\(capability.rawValue), \(suite.title)" }

        init(_ capability: ConformanceCapability, _ suite: ConformanceSuite, _ type: StoreType) {
            (self.capability, self.suite, self.type) = (capability, suite, type)
        }
    }

    /// Stores that declare what they have not.
    static let boasts: [Lie] = [
        Lie(.durable, .metadata, .forgetful()),
        Lie(.uniqueness, .conflicts, .defective(.reference("reference", uniqueness: false)) { $0.uniqueness = true }),
        Lie(.concurrentSnapshots, .isolation, .defective(.reference("reference"), .showsNewestCommit)),
        Lie(.orderedRelationships, .relationships, .defective(.reference("reference"), .dropsPlaces)),
        Lie(.joins, .relationships, .defective(.reference("reference"), .dropsPairs)),
        Lie(.deferredData, .modelFeatures, .defective(.reference("reference")) { $0.deferredData = true }),
        Lie(.externalStorage, .errors, .defective(.reference("reference")) { $0.externalStorage = true }),
        Lie(.filtering, .modelFeatures, .defective(.reference("reference")) { $0.filtering = true }),
        Lie(.sorting, .modelFeatures, .defective(.reference("reference")) { $0.sorting = true }),
    ]

    /// Stores that have what they do not declare.
    static let understatements: [Lie] = [
        Lie(.durable, .metadata, .defective(.reference("reference", disk: ReferenceDisk())) { $0.isDurable = false }),
        Lie(.concurrentSnapshots, .isolation, .defective(.memory) { $0.concurrentSnapshots = false }),
        Lie(.joins, .isolation, .defective(.memory) { $0.joins = false }),
        Lie(.deferredData, .modelFeatures, .defective(.memory) { $0.deferredData = false }),
        Lie(.filtering, .modelFeatures, .defective(.memory) { $0.filtering = false }),
        Lie(.sorting, .modelFeatures, .defective(.memory) { $0.sorting = false }),
    ]

    @Test("a capability that is declared and is not there fails", arguments: boasts)
    func boast(_ lie: Lie) async {
        let broken = await DefectTests.firstBroken(lie.suite, ConformanceFactory("Boaster", type: lie.type))
        #expect(broken != nil)
    }

    @Test(
        "a capability that is there and is not declared fails: an expected failure passed", arguments: understatements)
    func understatement(_ lie: Lie) async {
        let broken = await DefectTests.firstBroken(lie.suite, ConformanceFactory("Understater", type: lie.type))
        #expect(broken != nil)
    }

    @Test(
        "what the coordinator alone refuses is refused with the standard error, whatever the store could do",
        arguments: [ConformanceCapability.uniqueness, .orderedRelationships, .joins])
    func refused(_ capability: ConformanceCapability) async throws {
        let type = StoreType.defective(.memory) {
            switch capability {
            case .uniqueness: $0.uniqueness = false
            case .orderedRelationships: $0.orderedRelationships = false
            default: $0.joins = false
            }
        }
        let factory = ConformanceFactory("Refuser", type: type)
        let cases = Conformance.cases(for: factory).filter {
            $0.needs.contains(capability) && $0.suite != .isolation
        }
        #expect(cases.count > 5)
        for test in cases {
            #expect(test.missing == [capability] || test.needs.contains(.durable))
            try await test.run()
        }
        #expect(Conformance.table(of: [factory]).contains("| 0 | 0 |"))
    }

    @Test("both kinds of untruth were told of every capability that a store alone decides")
    func complete() {
        let all = Set(ConformanceCapability.allCases)
        #expect(all.subtracting(Self.boasts.map(\.capability)) == [.sharedReading])
        // Constraints and orders of a model are refused before a store is asked, external data may be anywhere.
        #expect(
            all.subtracting(Self.understatements.map(\.capability))
                == [.uniqueness, .orderedRelationships, .externalStorage, .sharedReading])
    }
}
