import Foundation
import Polystore
import Testing

/// `POLYSTORE_QUERY_ROWS` sets the number of recordings; `make queries` asks with 100,000.
@Suite("Named queries", .serialized)
struct NamedQueryTests {
    static let count = ProcessInfo.processInfo.environment["POLYSTORE_QUERY_ROWS"].flatMap(Int.init) ?? 3000

    @Test("there are forty, each with a name of its own")
    func names() { #expect(Set(NamedQuery.all.map(\.name)).count == 40) }

    @Test(
        "each looks at no more rows than match the prefix of its index, and a tenth and ten more",
        arguments: ["memory", "lmdb"])
    func visited(store: String) throws {
        let library = try MediaLibrary(store, count: Self.count)
        let context = library.container.newConfinedContext()
        for query in NamedQuery.all {
            let request = try query.request(library)
            let explanation = try context.explain(request, analyzing: true)
            let part = try #require(explanation.stores.first)
            let matching = library.rows.count { query.visits($0) }
            let due = min(matching, query.limit ?? .max)
            let visited = try #require(part.visitedRows)
            #expect(Double(visited) <= 1.1 * Double(due) + 10, "\(query.name):\n\(explanation)")
            let found = library.rows.count { query.finds($0) }
            #expect(explanation.actualRows == min(found, query.limit ?? .max), "\(query.name):\n\(explanation)")
            #expect(try context.count(request) == min(found, query.limit ?? .max), "\(query.name)")
        }
    }
}
