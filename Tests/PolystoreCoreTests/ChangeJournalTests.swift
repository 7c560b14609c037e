import Polystore
import Testing

@testable import PolystoreCore

@Suite("The journal of a context's changes")
struct ChangeJournalTests {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let book: Book
    let shelves: [Shelf]

    init() throws {
        container = try Library.open()
        context = container.newConfinedContext()
        book = try context.insert(Book.self) { ($0.title, $0.pages) = ("a", 1) }
        shelves = [
            try context.insert(Shelf.self) { $0.name = "left" }, try context.insert(Shelf.self) { $0.name = "right" },
        ]
        book.shelf = shelves[0]
        try context.save()
        context.journal.depth = .properties
    }

    /// The changes of a property of an object, in words.
    private func changes(_ object: ManagedObject, _ name: String) -> [String] {
        context.journal.properties.filter { $0.object == object.objectID && $0.property.name == name }.map { change in
            switch change.old {
            case .value(let value): "\(value)"
            case .transient(let value): "\(value.map { "\($0)" } ?? "nothing")"
            case .reference(let target): target.map { "\($0.key)" } ?? "none"
            case .members(let added, let removed, let known):
                "added \(added.count), removed \(removed.count), known \(known.map(\.count) ?? -1)"
            }
        }
    }

    @Test("the first change of an attribute in a group is kept with the value before it, by whichever setter")
    func attributes() throws {
        book.title = "b"
        book.title = "c"
        #expect(changes(book, "title") == ["\(Value.string("a"))"])
        try book.setValue(.integer(7), forKey: "pages")
        book.pages = 8
        #expect(changes(book, "pages") == ["\(Value.integer(1))"])
        try context.processPendingChanges()
        #expect(context.journal.properties.isEmpty)
        book.title = "d"
        #expect(changes(book, "title") == ["\(Value.string("c"))"])
        try context.save()
        #expect(context.journal.properties.isEmpty)
        book.title = "e"
        #expect(changes(book, "title") == ["\(Value.string("d"))"])
    }

    @Test("a moved object is kept on all three sides: its reference, and the members that it leaves and joins")
    func references() throws {
        _ = Array(shelves[0].books)
        book.shelf = shelves[1]
        book.shelf = nil
        #expect(changes(book, "shelf") == ["\(shelves[0].objectID.key)"])
        #expect(changes(shelves[0], "books") == ["added 0, removed 0, known 1"])
        #expect(changes(shelves[1], "books").count == 1)
        shelves[0].books.append(book)
        #expect(changes(book, "shelf").count == 1)
        #expect(changes(shelves[0], "books").count == 1)
    }

    @Test("inserted, updated, deleted and refreshed objects are kept until the group ends")
    func objects() throws {
        let other = try context.insert(Book.self)
        book.pages = 3
        #expect(context.journal.inserted == [other.objectID])
        #expect(context.journal.updated == [book.objectID])
        try context.processPendingChanges()
        #expect(context.journal.isEmpty)
        context.refresh(book, mergesChanges: true)
        #expect(context.journal.refreshed == [book.objectID])
        context.delete(book)
        try context.processPendingChanges()
        #expect(context.journal.isEmpty)
    }

    @Test("what is rolled back, and what an object had that was taken back, is not kept")
    func takenBack() throws {
        book.pages = 3
        let other = try context.insert(Book.self)
        other.pages = 4
        #expect(changes(other, "pages").count == 1)
        context.delete(other)
        context.rollback()
        #expect(context.journal.properties.isEmpty && context.journal.inserted.isEmpty)
    }

    @Test("a child's save is kept as the changes that it makes in the parent")
    func childSaves() throws {
        var groups: [[String]] = []
        context.journalReader = { journal in
            groups.append(journal.properties.map { "\($0.property.name) of \($0.object.root.name)" })
        }
        let child = context.newConfinedChildContext()
        let own = try child.existingObject(with: book.objectID, as: Book.self)
        own.title = "b"
        own.shelf = try child.existingObject(with: shelves[1].objectID, as: Shelf.self)
        try child.save()
        #expect(book.title == "b")
        try context.processPendingChanges()
        let kept = Set(groups.flatMap(\.self))
        #expect(kept.isSuperset(of: ["title of Book", "shelf of Book", "books of Shelf"]), "\(groups)")
    }

    @Test("a context without observers keeps nothing, and its setters do not report")
    func nothing() throws {
        context.journal.depth = .nothing
        book.title = "b"
        book.shelf = shelves[1]
        try context.insert(Book.self)
        #expect(context.journal.isEmpty)
        #expect(context.takesPlainValues)
        context.journal.depth = .properties
        #expect(!context.takesPlainValues)
    }
}
