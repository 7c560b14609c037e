import Polystore
import Testing

/// What a test of an index's use expects of a request.
enum IndexExpectation {
    /// Expects a request to find what it should, looking at no more entries and rows than match and ten more, by the same
    /// plan whether it is measured or not.
    ///
    /// The index may lead to more rows than are found: those that are reached. Entries of other entities are passed over, and
    /// are no more than those that it is told of.
    static func expect<Level: Goods>(
        _ request: FetchRequest<Level>, in store: GoodsStore, reaching reached: ((GoodsRow) -> Bool)? = nil,
        passing passed: Int = 0, limit: Int = .max, _ found: (GoodsRow) -> Bool,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let context = store.container.newConfinedContext()
        let expected = GoodsStore.rows.filter(found)
        let objects: [Goods] = try context.fetch(request)
        #expect(objects.count == min(expected.count, limit), sourceLocation: location)
        let codes = Set(expected.map(\.code))
        #expect(Set(objects.map { $0.code }).isSubset(of: codes), sourceLocation: location)
        if limit == .max { #expect(try context.count(request) == expected.count, sourceLocation: location) }

        let explanation = try context.explain(request, analyzing: true)
        let visited = try #require(explanation.stores.first?.visitedRows, sourceLocation: location)
        let due = min(limit, reached.map { GoodsStore.rows.count(where: $0) } ?? expected.count)
        #expect(visited <= due + 10, "\(explanation)", sourceLocation: location)
        #expect(explanation.stores.first?.passedEntries == passed, "\(explanation)", sourceLocation: location)
        let plain = try context.explain(request)
        #expect(
            plain.stores.map { $0.steps.map(\.text) } == explanation.stores.map { $0.steps.map(\.text) },
            sourceLocation: location)
    }
}
