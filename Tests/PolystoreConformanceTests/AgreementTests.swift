import ConformanceBackends
import Foundation
import PolystoreConformance
import Synchronization
import Testing

@Suite("Random questions")
struct AgreementTests {
    /// Store files that are asked the same questions.
    struct Share: Sendable, CustomTestStringConvertible {
        let factories: [ConformanceFactory]
        let cases: Int
        let seed: UInt64

        var testDescription: String { factories.map(\.name).joined(separator: ", ") }
    }

    /// Questions times store files; `POLYSTORE_AGREEMENT_CASES` for a campaign.
    static let cases = ProcessInfo.processInfo.environment["POLYSTORE_AGREEMENT_CASES"].flatMap(Int.init) ?? 4_000

    static let shares: [Share] = {
        let files = Backends.groups.reduce(0) { $0 + $1.count }
        return Backends.groups.enumerated().map { index, group in
            Share(
                factories: group, cases: (cases * group.count + files - 1) / files,
                seed: Conformance.seed &+ UInt64(index) << 32)
        }
    }()

    private static let done = Atomic(0)

    @Test("stores answer as plain dictionaries do", arguments: shares)
    func same(_ share: Share) throws {
        let tally = try Conformance.agree(share.factories, cases: share.cases, seed: share.seed, questions: 400)
        #expect(tally.cases >= share.cases)
        let all = Self.done.add(tally.cases, ordering: .relaxed).newValue
        print(
            "SEED=\(share.seed) \(share.testDescription): \(tally.cases) cases, \(tally.failures) of",
            "\(tally.questions) questions without an answer; \(all) of \(Self.cases) are done")
    }

    @Test("the shares are all the cases, over every backend alone and every combination")
    func whole() {
        #expect(Self.shares.reduce(0) { $0 + $1.cases } >= Self.cases)
        #expect(Set(Self.shares.flatMap(\.factories).map(\.name)).count == (Backends.alone + Backends.combined).count)
    }
}
