import PolystoreRandom
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Predicates on rows")
struct RandomPredicateTests {
    @Test("the compiled evaluator finds what a naive one over dictionaries finds")
    func equalsNaiveEvaluator() throws {
        var random = RandomPredicates(random: RandomSource())
        var telling = 0
        for _ in 0..<40 {
            let world = try random.world()
            let naive = NaiveEvaluator(world: world)
            for _ in 0..<60 {
                let predicate = random.predicate(depth: 3, world)
                let expected = try world.objects(of: "Person").filter { naive.matches(predicate, $0) }.map(\.id.key)
                try #require(try world.keys(of: "Person", where: predicate) == expected, "\(predicate)")
                try #require(try world.keysTogether(of: "Person", where: predicate) == expected, "\(predicate)")
                if (1..<14).contains(expected.count) { telling += 1 }
            }
        }
        // Predicates that find all or nothing would show little.
        #expect(telling > 800)
    }

    @Test("a predicate and its negation together find every row, and none twice")
    func negationIsComplement() throws {
        var random = RandomPredicates(random: RandomSource())
        for _ in 0..<10 {
            let world = try random.world()
            let all = try world.objects(of: "Person").map(\.id.key)
            for _ in 0..<60 {
                let predicate = random.predicate(depth: 2, world)
                let found = try world.keys(of: "Person", where: predicate)
                let others = try world.keys(of: "Person", where: .not(predicate))
                try #require((found + others).sorted() == all, "\(predicate)")
            }
        }
    }
}
