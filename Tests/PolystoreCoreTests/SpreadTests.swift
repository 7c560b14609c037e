import PolystoreRandom
import PolystoreCore
import PolystoreModel
import PolystoreQuery
import Testing

@Suite("Requests over any spread of stores")
struct SpreadTests {
    @Test("any request has the same answer, whatever store holds what and whatever stores do themselves")
    func sameAnswers() throws {
        var random = RandomSource()
        for _ in 0..<3 {
            let drawing = GraphFixture.draw(&random)
            let fixtures = try GraphFixture.Spread.all.map { spread in
                let fixture = try GraphFixture(spread)
                try fixture.save(drawing.items, tags: drawing.tags)
                return (spread.name, fixture)
            }
            for _ in 0..<60 {
                let request = RandomRequests.draw(&random)
                let oracle = try fixtures[0].1.keys(request)
                let isOrdered = !request.sortKeys.isEmpty || request.limit != nil || request.offset > 0
                for (name, fixture) in fixtures {
                    let keys = try fixture.keys(request)
                    #expect(
                        isOrdered ? keys == oracle : keys.sorted() == oracle.sorted(), "\(name): \(request)")
                    #expect(try fixture.count(request) == oracle.count, "\(name): \(request)")
                }
            }
        }
    }

    @Test("objects are found by the very objects that they are paired with", arguments: GraphFixture.Spread.all)
    func pairs(_ spread: GraphFixture.Spread) throws {
        var random = RandomSource()
        let drawing = GraphFixture.draw(&random)
        let fixture = try GraphFixture(spread)
        try fixture.save(drawing.items, tags: drawing.tags)
        let persons = Set(drawing.items.filter { ["Person", "Manager"].contains($0.entity) }.map(\.key))
        for key in 1...Int64(6) {
            let tag = try #require(fixture.id("Tag", key))
            let tagged = Set(drawing.tags.filter { $0.tag == key }.map(\.person))
            func found(
                _ comparator: FetchComparison.Operator, _ quantifier: FetchComparison.Quantifier
            ) throws -> Set<Int64> {
                var request = FetchRequestDescription(entityName: "Person")
                request.predicate = .comparison(
                    FetchComparison(.keyPath(["tags"]), comparator, .constant(.object(tag)), quantifier: quantifier))
                return Set(try fixture.keys(request))
            }
            #expect(try found(.contains, .none) == tagged)
            #expect(try found(.equal, .any) == tagged)
            #expect(try found(.equal, .noneOf) == persons.subtracting(tagged))
            let only = persons.filter { person in drawing.tags.allSatisfy { $0.person != person || $0.tag == key } }
            #expect(try found(.equal, .all) == only)
        }
    }

    @Test("a predicate and its complement find every object once", arguments: GraphFixture.Spread.all)
    func complement(_ spread: GraphFixture.Spread) throws {
        var random = RandomSource()
        let drawing = GraphFixture.draw(&random)
        let fixture = try GraphFixture(spread)
        try fixture.save(drawing.items, tags: drawing.tags)
        for entity in ["Person", "Company", "Tag", "Selection"] {
            let all = try fixture.keys(FetchRequestDescription(entityName: entity)).sorted()
            for _ in 0..<25 {
                var request = FetchRequestDescription(entityName: entity)
                let predicate = RandomRequests.predicate(entity, depth: 1, &random)
                request.predicate = predicate
                let found = try fixture.keys(request)
                request.predicate = .not(predicate)
                let others = try fixture.keys(request)
                #expect((found + others).sorted() == all, "\(predicate)")
            }
        }
    }
}
