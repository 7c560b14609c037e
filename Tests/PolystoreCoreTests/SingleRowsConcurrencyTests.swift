import Polystore
import Testing

@testable import PolystoreCore

@Suite("Rows that are read one by one: concurrency")
struct SingleRowsConcurrencyTests {
    @Test("snapshots of objects are read elsewhere while the context reads more rows into the same memory")
    func snapshots() async throws {
        let container = try Library.open()
        let writer = container.newConfinedContext()
        let books = try (0..<400).map { number in
            try writer.insert(Book.self) { ($0.title, $0.pages) = ("book \(number)", number) }
        }
        try writer.save()
        let identities = books.map(\.objectID)
        let context = container.newConfinedContext()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for (number, identity) in identities.enumerated() {
                let snapshot = try context.existingObject(with: identity, as: Book.self).snapshot
                group.addTask { snapshot[Book.pages] == number && snapshot[Book.title] == "book \(number)" }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
