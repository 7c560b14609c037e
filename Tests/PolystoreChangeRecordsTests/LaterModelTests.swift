import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage
import Testing

@Suite("Records that later models read")
struct LaterModelTests {
    /// Notes in folders, with tags.
    private static func earlier() -> [EntityDescription] {
        [
            EntityDescription(name: "Note").with {
                $0.attributes = [
                    RecordModel.optional("title", .string), RecordModel.optional("count", .integer16),
                    RecordModel.optional("weight", .float), RecordModel.optional("old", .string),
                    RecordModel.optional("place", .composite).with { $0.compositeName = "Address" },
                ]
                $0.relationships = [
                    RelationshipDescription(name: "folder", to: .entity("Folder"), isToMany: false, inverse: "notes"),
                    RelationshipDescription(name: "tags", to: .entity("Tag"), isToMany: true, inverse: "notes"),
                ]
            },
            EntityDescription(name: "Folder").with {
                $0.attributes = [RecordModel.optional("name", .string)]
                $0.relationships = [
                    RelationshipDescription(name: "notes", to: .entity("Note"), isToMany: true, inverse: "folder").with
                    {
                        $0.isOrdered = true
                    }
                ]
            },
            EntityDescription(name: "Tag").with {
                $0.attributes = [RecordModel.optional("label", .string)]
                $0.relationships = [
                    RelationshipDescription(name: "notes", to: .entity("Note"), isToMany: true, inverse: "tags").with {
                        $0.isOrdered = true
                    }
                ]
            },
            EntityDescription(name: "Draft").with {
                $0.superentityName = "Note"
                $0.attributes = [RecordModel.optional("number", .integer32)]
            },
        ]
    }

    /// Changes of notes, drafts, folders and pairs by the earlier model.
    private static func changes(_ model: RecordModel) throws -> ChangeSet {
        var part = StoreChanges()
        part.inserts = [
            try model.row("Draft", 3, ["title": .string("d"), "number": .integer(.init(Int32.min))]),
            try model.row("Folder", 1, ["name": .string("f")]),
            try model.row(
                "Note", 1,
                [
                    "title": .string("t"), "count": .integer(-7), "weight": .double(0.5), "old": .string("gone"),
                    "place.zip": .integer(99), "folder": .object(model.id("Folder", 1)), "folder#order": .integer(12),
                ]),
        ]
        part.updates = [try model.row("Note", 2, version: 3, ["title": .string("u"), "old": .string("x")])]
        part.deletes = [.init(entity: try model.entity("Draft"), key: 4, expectedVersion: 2)]
        part.links = [try model.link("Note", "tags", .put, 1, 8, 5, 6), try model.link("Note", "tags", .remove, 2, 9)]
        return [model.store: part]
    }

    /// Reads the changes with the earlier entities after a change of them.
    private static func read(_ change: (inout [String: EntityDescription]) -> Void) throws -> ChangeSet {
        let model = try RecordModel(earlier())
        var entities = Dictionary(uniqueKeysWithValues: earlier().map { ($0.name, $0) })
        change(&entities)
        let later = try RecordModel.model(entities.values.sorted { $0.name < $1.name })
        let read = try ChangeSet(decoding: try changes(model).encoded, as: later)
        // What was read is as good as what was saved: it can be recorded again.
        let again = try ChangeSet(decoding: read.encoded, as: later)
        #expect(RecordContent(again).parts == RecordContent(read).parts)
        return read
    }

    private static func values(_ changes: ChangeSet, _ entity: String, _ name: String) -> [Value] {
        changes.values.flatMap(\.inserts).map(\.view).filter { $0.layout.entity?.name == entity }
            .map { $0.value(for: PropertyKey(name)) }
    }

    @Test("an added attribute has its default in new rows, and is not among what changed rows changed")
    func added() throws {
        let read = try Self.read { entities in
            entities["Note"]?.attributes += [
                RecordModel.optional("stars", .integer64).with { $0.defaultValue = .integer(3) },
                RecordModel.optional("hint", .string),
            ]
        }
        #expect(Self.values(read, "Note", "stars") == [.integer(3)])
        #expect(Self.values(read, "Draft", "stars") == [.integer(3)])
        #expect(Self.values(read, "Note", "hint") == [.missing])
        #expect(Self.values(read, "Note", "title") == [.string("t")])
        let update = try #require(read.values.flatMap(\.updates).first)
        var changed: Set<String> = []
        update.changed.forEach { changed.insert(update.view.layout.slots[$0].key.name) }
        #expect(changed == ["title", "old"])
        #expect(read.omissions.isEmpty)
    }

    @Test("renamed attributes, composites, relationships and entities are found by their renaming identifiers")
    func renamed() throws {
        let read = try Self.read { entities in
            var note = entities.removeValue(forKey: "Note") ?? EntityDescription(name: "")
            (note.name, note.renamingIdentifier) = ("Page", "Note")
            for (old, new) in [("title", "heading"), ("place", "where")] {
                guard let index = note.attributes.firstIndex(where: { $0.name == old }) else { continue }
                (note.attributes[index].name, note.attributes[index].renamingIdentifier) = (new, old)
            }
            (note.relationships[0].name, note.relationships[0].renamingIdentifier) = ("box", "folder")
            (note.relationships[1].name, note.relationships[1].renamingIdentifier) = ("words", "tags")
            entities["Page"] = note
            entities["Draft"]?.superentityName = "Page"
            entities["Folder"]?.relationships[0] = RelationshipDescription(
                name: "notes", to: .entity("Page"), isToMany: true, inverse: "box"
            ).with { $0.isOrdered = true }
            // The side that sorts first is another one now.
            var tag = entities.removeValue(forKey: "Tag") ?? EntityDescription(name: "")
            (tag.name, tag.renamingIdentifier) = ("Keyword", "Tag")
            tag.relationships[0] = RelationshipDescription(
                name: "notes", to: .entity("Page"), isToMany: true, inverse: "words"
            ).with { $0.isOrdered = true }
            entities["Keyword"] = tag
            entities["Page"]?.relationships[1] = RelationshipDescription(
                name: "words", to: .entity("Keyword"), isToMany: true, inverse: "notes"
            ).with { $0.renamingIdentifier = "tags" }
        }
        #expect(read.omissions.isEmpty)
        #expect(Self.values(read, "Page", "heading") == [.string("t")])
        #expect(Self.values(read, "Draft", "heading") == [.string("d")])
        #expect(Self.values(read, "Page", "where.zip") == [.integer(99)])
        #expect(Self.values(read, "Page", "box#order") == [.integer(12)])
        let part = try #require(read.values.first { _ in true })
        let store = try #require(read.first { _ in true }).store
        let page = RootNumber(interning: "Page")
        #expect(part.inserts.map(\.view.objectID.root) == [page, RootNumber(interning: "Folder"), page])
        let folder = ObjectID(store: store, root: RootNumber(interning: "Folder"), key: 1)
        #expect(Self.values(read, "Page", "box") == [.object(folder)])
        let keyword = ObjectID(store: store, root: RootNumber(interning: "Keyword"), key: 8)
        let first = part.links[0]
        #expect(first.join.name == "Keyword.notes")
        #expect(first.source == keyword)
        #expect(first.target == ObjectID(store: store, root: page, key: 1))
        #expect((first.targetOrder, first.sourceOrder) == (6, 5))
        #expect(part.links[1].kind == .remove)
    }

    @Test("a name that another property has taken over does not take the values of the renamed one")
    func reused() throws {
        let read = try Self.read { entities in
            entities["Note"]?.attributes += [
                RecordModel.optional("caption", .string).with { $0.renamingIdentifier = "title" }
            ]
        }
        #expect(Self.values(read, "Note", "caption") == [.string("t")])
        #expect(Self.values(read, "Note", "title") == [.missing])
    }

    @Test("a name that was given up for another twice is found by the identifier that both versions have")
    func renamedTwice() throws {
        var entities = Self.earlier()
        entities[0].attributes[0].name = "heading"
        entities[0].attributes[0].renamingIdentifier = "title"
        let second = try RecordModel(entities)
        entities[0].attributes[0].name = "headline"
        let third = try RecordModel.model(entities)
        var part = StoreChanges()
        part.inserts = [try second.row("Note", 1, ["heading": .string("t")])]
        let read = try ChangeSet(decoding: ChangeSet(dictionaryLiteral: (second.store, part)).encoded, as: third)
        #expect(Self.values(read, "Note", "headline") == [.string("t")])
        #expect(read.omissions.isEmpty)
    }

    @Test("removed attributes, relationships and entities are left out and listed")
    func removed() throws {
        let attributes = try Self.read { $0["Note"]?.attributes.removeAll { $0.name == "old" || $0.name == "place" } }
        #expect(
            attributes.omissions
                == [
                    "Draft.old", "Draft.place.street", "Draft.place.zip", "Note.old", "Note.place.street",
                    "Note.place.zip",
                ])
        #expect(Self.values(attributes, "Note", "title") == [.string("t")])
        let tags = try Self.read { entities in
            entities["Tag"] = nil
            entities["Note"]?.relationships.removeLast()
        }
        #expect(tags.omissions == ["Note.tags"])
        #expect(tags.values.flatMap(\.links).isEmpty)
        let drafts = try Self.read { $0["Draft"] = nil }
        #expect(drafts.omissions == ["Draft"])
        #expect(drafts.values.flatMap(\.inserts).count == 2)
        #expect(drafts.values.flatMap(\.deletes).isEmpty)
    }

    @Test("integers and floats are read into wider types, exactly")
    func widened() throws {
        let read = try Self.read { entities in
            entities["Note"]?.attributes[1].type = .integer64
            entities["Note"]?.attributes[2].type = .double
            entities["Draft"]?.attributes[0].type = .integer64
        }
        #expect(Self.values(read, "Note", "count") == [.integer(-7)])
        #expect(Self.values(read, "Note", "weight") == [.double(0.5)])
        #expect(Self.values(read, "Draft", "number") == [.integer(Int64(Int32.min))])
    }

    @Test("an attribute or a relationship that cannot hold what was recorded is named")
    func incompatible() throws {
        func error(_ change: (inout [String: EntityDescription]) -> Void) -> ChangeSetError? {
            #expect(throws: ChangeSetError.self) { try Self.read(change) }
        }
        let narrow = error { $0["Draft"]?.attributes[0].type = .integer16 }
        #expect(narrow?.code == .incompatible)
        #expect(narrow?.details[.entity] == "Draft")
        #expect(narrow?.details[.property] == "number")
        let text = error { $0["Note"]?.attributes[0].type = .date }
        #expect(text?.code == .incompatible)
        #expect(text?.details[.property] == "title")
        let one = error { entities in
            entities["Tag"]?.relationships[0] = RelationshipDescription(
                name: "notes", to: .entity("Note"), isToMany: false, inverse: "tags")
        }
        #expect(one?.code == .incompatible)
        #expect(one?.details[.property] == "tags")
        #expect(error { $0["Draft"]?.isAbstract = true }?.code == .incompatible)
    }
}
