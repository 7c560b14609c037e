import Polystore
import Testing

@testable import PolystoreCore

@Suite("References to batches")
struct BatchReferencesTests {
    @Test("a batch goes with the last object that took it, however many references were counted ahead")
    func counted() throws {
        let container = try Library.open()
        try Library.save("A", in: container)
        let context = container.newConfinedContext()
        let book = try #require(try context.fetch(FetchRequest(Book.self)).first)
        let rows = try #require(book.batch.rows)
        for count in [0, 1, 63, 64, 65, 200] {
            weak var batch: ObjectBatch?
            var holders: [ObjectBatch] = []
            func take() {
                let made = ObjectBatch(anchor: context.anchor, rows: rows, store: rows.store, root: book.batch.root)
                batch = made
                var references = BatchReferences(made)
                for _ in 0..<count { holders.append(references.take()) }
            }
            take()
            #expect((batch != nil) == (count > 0))
            #expect(holders.allSatisfy { $0 === batch })
            while holders.count > 1 { holders.removeLast() }
            #expect((batch != nil) == (count > 0))
            holders = []
            #expect(batch == nil)
        }
    }
}
