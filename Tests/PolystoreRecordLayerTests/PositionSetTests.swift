import PolystoreRandom
import Testing

@testable import PolystoreRecordLayer

@Suite("Sets of positions")
struct PositionSetTests {
    @Test("a set of positions does what a plain set does, also beyond the bits of its word")
    func sameAsSets() {
        var source = RandomSource()
        for _ in 0..<300 {
            let (first, second) = (Self.positions(&source), Self.positions(&source))
            let (left, right) = (Self.set(first), Self.set(second))
            #expect(left.sorted == first.sorted() && left.count == first.count && left.isEmpty == first.isEmpty)
            #expect((0..<140).allSatisfy { left.contains($0) == first.contains($0) })
            #expect(left.isDisjoint(with: right) == first.isDisjoint(with: second))
            #expect((left == right) == (first == second))
            var (common, rest) = (left, left)
            common.formIntersection(right)
            rest.subtract(right)
            #expect(common.sorted == first.intersection(second).sorted())
            #expect(rest.sorted == first.subtracting(second).sorted())
            let limit = Int.random(in: 0..<140, using: &source)
            #expect(left.containsAny(from: limit) == first.contains { $0 >= limit })
            #expect(left.below(limit) == Self.set(first.filter { $0 < limit }))
            #expect(left.containsAll(limit..<140) == first.isSuperset(of: limit..<140))
        }
        #expect(PositionSet(60..<70).sorted == Array(60..<70))
    }

    private static func positions(_ source: inout RandomSource) -> Set<Int> {
        let bound = Int.random(in: 1...140, using: &source)
        let count = Int.random(in: 0...8, using: &source)
        return Set((0..<count).map { _ in Int.random(in: 0..<bound, using: &source) })
    }

    private static func set(_ positions: Set<Int>) -> PositionSet {
        var result = PositionSet()
        for position in positions { result.insert(position) }
        return result
    }
}
