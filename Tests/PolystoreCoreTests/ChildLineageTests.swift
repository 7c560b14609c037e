import Polystore
import Testing

@testable import PolystoreCore

@Suite("What a context knows of where its children began")
struct ChildLineageTests {
    let container: PersistentContainer
    let parent: ManagedObjectContext
    let book: Book

    init() throws {
        container = try Library.open()
        parent = container.newConfinedContext()
        book = try parent.insert(Book.self) { ($0.title, $0.pages) = ("a", 1) }
        try parent.save()
    }

    /// Changes the book in a child.
    private func change(_ child: ManagedObjectContext, _ pages: Int) throws {
        try child.existingObject(with: book.objectID, as: Book.self).pages = pages
        try child.save()
    }

    @Test("is forgotten when the last child has gone, and grows with no number of them")
    func gone() throws {
        try withExtendedLifetime(parent.newConfinedChildContext()) { child in
            try change(child, 2)
            #expect(!parent.childLineage.isEmpty)
            try parent.save()
            // The child goes on from what it saved itself.
            try change(child, 3)
            #expect(!parent.childLineage.isEmpty)
        }
        for pages in 4..<10 {
            try withExtendedLifetime(parent.newConfinedChildContext()) { child in
                #expect(parent.childLineage.isEmpty)
                try change(child, pages)
            }
        }
        try parent.save()
        #expect(parent.childLineage.isEmpty)
        #expect(book.pages == 9)
        let stored = try container.newConfinedContext().existingObject(with: book.objectID, as: Book.self)
        #expect(stored.pages == 9)
    }

    @Test("is kept for a child that lives while others come and go")
    func lasting() throws {
        let lasting = parent.newConfinedChildContext()
        try withExtendedLifetime(lasting) {
            try change(lasting, 2)
            try withExtendedLifetime(parent.newConfinedChildContext()) { try change($0, 3) }
            try parent.save()
            #expect(!parent.childLineage.isEmpty)
            lasting.refreshAllObjects()
            try change(lasting, 4)
            try parent.save()
            try change(lasting, 5)
            #expect(book.pages == 5)
        }
    }

    @Test("goes with objects that others delete, whether they are registered here or not")
    func deletedElsewhere() throws {
        let child = parent.newConfinedChildContext()
        try withExtendedLifetime(child) {
            try change(child, 2)
            try parent.save()
            #expect(!parent.childLineage.isEmpty)
            let other = container.newConfinedContext()
            other.delete(try other.existingObject(with: book.objectID))
            let event = SaveEvent(try other.pendingChanges())
            try other.save()
            parent.mergeChanges(from: event)
            #expect(parent.childLineage.isEmpty)
        }
    }
}
