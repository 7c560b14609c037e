import Foundation
import Polystore
import Testing

@Suite("Change sets of contexts")
struct ChangeSetTests {
    private static func attribute(
        _ name: String, _ type: AttributeType, isPreserved: Bool = false
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        attribute.isPreservedAfterDeletion = isPreserved
        return attribute
    }

    /// Notes that keep title and scan after their deletion, drafts that keep their number as well, and folders of notes.
    private static func world(_ type: String) throws -> GraphWorld {
        var note = EntityDescription(name: "Note")
        note.attributes = [
            attribute("title", .string, isPreserved: true), attribute("scan", .binary, isPreserved: true),
            attribute("text", .string),
        ]
        note.relationships = [
            RelationshipDescription(name: "folder", to: .entity("Folder"), isToMany: false, inverse: "notes")
        ]
        var draft = EntityDescription(name: "Draft")
        draft.superentityName = "Note"
        draft.attributes = [attribute("number", .integer64, isPreserved: true)]
        var folder = EntityDescription(name: "Folder")
        folder.attributes = [attribute("name", .string)]
        folder.relationships = [
            RelationshipDescription(name: "notes", to: .entity("Note"), isToMany: true, inverse: "folder")
        ]
        return try GraphWorld([note, draft, folder], in: [(type: type, entities: nil)])
    }

    @Test("a change set names the context, the author, the process and the time of its save")
    func origin() throws {
        let world = try Self.world("memory")
        let context = world.context()
        (context.name, context.transactionAuthor) = ("main", "Ada")
        let before = Date()
        try context.insert(entity: "Note").setValue(.string("a"), forKey: "title")
        let origin = try context.pendingChanges().origin
        #expect(origin.contextName == "main")
        #expect(origin.author == "Ada")
        #expect(origin.process == .current)
        #expect(origin.process.number == ProcessInfo.processInfo.processIdentifier)
        #expect((before...Date()).contains(origin.time))
    }

    @Test(
        "a deleted object leaves the stored values of preserved attributes, large ones too",
        arguments: ["memory", "sqlite", "lmdb"])
    func tombstones(_ type: String) throws {
        let world = try Self.world(type)
        let scan = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let context = world.context()
        let note = try context.insert(entity: "Note")
        try note.setValue(.string("kept"), forKey: "title")
        try note.setValue(.data(scan), forKey: "scan")
        try note.setValue(.string("not kept"), forKey: "text")
        let draft = try context.insert(entity: "Draft")
        try draft.setValue(.integer(7), forKey: "number")
        let folder = try context.insert(entity: "Folder")
        try context.save()

        let other = world.context()
        let found = try other.existingObject(with: note.objectID)
        try found.setValue(.string("unsaved"), forKey: "title")
        other.delete(found)
        other.delete(try other.existingObject(with: draft.objectID))
        other.delete(try other.existingObject(with: folder.objectID))
        let changes = try #require(try other.pendingChanges()[note.objectID.store])
        #expect(changes.deletes.count == 3)
        let kept = changes.tombstones.map(\.view)
        #expect(kept.map(\.objectID) == [draft.objectID, note.objectID])
        #expect(kept.map(\.version) == [1, 1])
        #expect(kept.map { $0.value(for: PropertyKey("number")) } == [.integer(7), .missing])
        #expect(kept.map { $0.value(for: PropertyKey("title")) } == [.missing, .string("kept")])
        #expect(kept[1].value(for: PropertyKey("scan")) == .data(scan))
        #expect(kept.allSatisfy { $0.value(for: PropertyKey("text")) == .missing })
        #expect(changes.tombstones.map(\.changed.count) == [1, 2])
        try other.save()
    }

    @Test("the event of a save names what its change set names, and the owner of a changed to-many relationship")
    func events() throws {
        let world = try Self.world("memory")
        let context = world.context()
        let folder = try context.insert(entity: "Folder")
        let notes = try (0..<3).map { _ in try context.insert(entity: "Note") }
        try context.save()
        context.transactionAuthor = "Ada"
        try notes[0].setRelatedObject(folder, forKey: "folder")
        context.delete(notes[1])
        let new = try context.insert(entity: "Note")
        var changes = try context.pendingChanges()
        changes.commits = [folder.objectID.store: 2]
        #expect(changes.touched == [folder.objectID])
        let event = SaveEvent(changes)
        #expect(event.inserted == [new.objectID])
        #expect(event.updated == [notes[0].objectID, folder.objectID])
        #expect(event.deleted == [notes[1].objectID])
        #expect(event.commits == [folder.objectID.store: 2])
        #expect(event.author == "Ada")
    }
}
