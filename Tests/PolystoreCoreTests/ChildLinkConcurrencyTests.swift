import Polystore
import Testing

@testable import PolystoreCore

@Suite("Links and deletions between a child and its parent: concurrency")
struct ChildLinkConcurrencyTests {
    @Test("a child cannot link to what its parent has deleted, saved or not, and nothing of it is taken")
    func linkedToDeleted() throws {
        let container = try Library.open()
        let saved = try Library.save("A", pages: 1, in: container)
        let parent = container.newConfinedContext()
        let (shelf, tag) = (
            try parent.insert(Shelf.self) { $0.name = "S" }, try parent.insert(Tag.self) { $0.name = "T" }
        )
        try parent.save()
        func child(_ link: (Book, ManagedObjectContext) throws -> Void) throws -> ManagedObjectContext {
            let child = parent.newConfinedChildContext()
            let book = try child.existingObject(with: saved, as: Book.self)
            book.title = "B"
            try link(book, child)
            return child
        }
        let shelving = try child { $0.shelf = try $1.existingObject(with: shelf.objectID, as: Shelf.self) }
        let tagging = try child { $0.tags.insert(try $1.existingObject(with: tag.objectID, as: Tag.self)) }
        let (shelfID, tagID) = (shelf.objectID, tag.objectID)
        parent.delete(shelf)
        parent.delete(tag)
        for isSaved in [false, true] {
            if isSaved { try parent.save() }
            #expect { try shelving.save() } throws: { ($0 as? SaveError)?.conflicts.map(\.object) == [shelfID] }
            #expect { try tagging.save() } throws: { ($0 as? SaveError)?.conflicts.map(\.object) == [tagID] }
            #expect(try parent.existingObject(with: saved, as: Book.self).title == "A")
        }
        for child in [shelving, tagging] {
            child.mergePolicy = .mergeByPropertyStoreTrump
            try child.save()
        }
        try parent.save()
        let (title, shelfless, tagless) = try Library.value(saved, in: container) {
            ($0.title, $0.shelf == nil, $0.tags.isEmpty)
        }
        #expect(title == "B" && shelfless && tagless)
    }

    @Test("a member that a child gave its parent and that the parent deletes is no member in the store")
    func deletedMember() throws {
        let container = try Library.open()
        let saved = try Library.save("A", in: container)
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        let tag = try child.insert(Tag.self) { $0.name = "T" }
        tag.books.insert(try child.existingObject(with: saved, as: Book.self))
        try child.save()
        parent.delete(try parent.existingObject(with: saved))
        try parent.save()
        #expect(try Library.titles(ofTag: tag.objectID, in: container) == [])
        let findings = Collected<String>()
        _ = try container.coordinator.check { findings.append("\($0.name) \($1.kind)") }
        #expect(findings.all == [])
    }

    @Test("what a child brings back is not taken for what was deleted (P5)")
    func broughtBack() throws {
        let container = try Library.open()
        let saved = try Library.save("A", pages: 1, in: container)
        let other = container.newConfinedContext()
        let held = try other.existingObject(with: saved, as: Book.self)
        #expect(held.pages == 1)
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        child.mergePolicy = .mergeByPropertyObjectTrump
        try child.existingObject(with: saved, as: Book.self).title = "B"
        parent.reset()
        let deleting = container.newConfinedContext()
        deleting.delete(try deleting.existingObject(with: saved))
        try deleting.save()
        try child.save()
        try parent.save()
        held.pages = 2
        #expect { try other.save() } throws: { ($0 as? SaveError)?.conflicts.map(\.object) == [saved] }
        #expect(try Library.value(saved, in: container) { "\($0.title) \($0.pages)" } == "B 1")
    }
}
