import PolystoreModel
import PolystoreQuery
import Testing

@Suite("Renames between versions of a model")
struct ModelRenameTests {
    /// A model of one entity for each given one.
    private func model(_ entities: EntityDescription...) -> ModelDescription {
        var model = ModelDescription(name: "model")
        model.entities = entities
        return model
    }

    private func text(
        _ name: String, from former: String? = nil, _ type: AttributeType = .string
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.renamingIdentifier = former
        return attribute
    }

    private func entity(
        _ name: String, from former: String? = nil, parent: String? = nil, _ attributes: AttributeDescription...
    ) -> EntityDescription {
        var entity = EntityDescription(name: name)
        entity.renamingIdentifier = former
        entity.superentityName = parent
        entity.attributes = attributes
        return entity
    }

    private func lines(_ old: ModelDescription, _ new: ModelDescription) -> [String] {
        let difference = ModelDifference(from: old, to: new)
        return difference.changes.map(\.text) + difference.suggestedRenames.map(\.text)
    }

    @Test("an entity and its property that are renamed together are two renames and nothing else")
    func together() {
        let old = model(entity("Man", text("title"), text("age")))
        let new = model(entity("Person", from: "Man", text("name", from: "title"), text("age")))
        #expect(lines(old, new) == ["entity Person: was called Man", "Person.name: was called title"])
        #expect(lines(new, new) == [])
    }

    @Test("the versions may share an identifier that is no name of either")
    func sharedIdentifier() {
        #expect(
            lines(
                model(entity("A", from: "1", text("x", from: "2"))), model(entity("B", from: "1", text("y", from: "2")))
            )
                == ["entity B: was called A", "B.y: was called x"])
    }

    @Test("going back to an earlier version finds the earlier names")
    func back() {
        let old = model(entity("Man", text("title")))
        let new = model(entity("Person", from: "Man", text("name", from: "title")))
        #expect(lines(new, old) == ["entity Man: was called Person", "Man.title: was called name"])
    }

    @Test("what is renamed and changed is listed as both")
    func renamedAndChanged() {
        let old = model(entity("Man", text("title")))
        var new = model(entity("Person", from: "Man", text("name", from: "title", .integer16)))
        new.entities[0].isAbstract = true
        #expect(
            lines(old, new) == [
                "entity Person: was called Man", "entity Person: kind was concrete, is abstract",
                "Person.name: was called title", "Person.name: type was String, is Integer 16",
            ])
    }

    @Test("names that were swapped, or moved around in a ring, are renames")
    func swapped() {
        let old = model(entity("A", text("x"), text("y", .date), text("z", .uuid)), entity("B"))
        let new = model(
            entity("A", from: "B"),
            entity("B", from: "A", text("x", from: "y", .date), text("y", from: "z", .uuid), text("z", from: "x")))
        #expect(
            lines(old, new) == [
                "entity A: was called B", "entity B: was called A", "B.x: was called y", "B.y: was called z",
                "B.z: was called x",
            ])
    }

    @Test("a name that was given up by a rename can be that of something new")
    func reused() {
        let new = model(entity("A", text("b", from: "a"), text("a", .date)))
        #expect(lines(model(entity("A", text("a"))), new) == ["A.a: is new: Date, required", "A.b: was called a"])
        #expect(lines(new, new) == [])
    }

    @Test("what refers to renamed entities and properties did not change")
    func references() {
        var old = model(entity("Man", text("title")), entity("Boy", parent: "Man"), entity("Firm"))
        old.entities[0].relationships = [
            RelationshipDescription(name: "firm", to: .entity("Firm"), isToMany: false, inverse: "men")
        ]
        old.entities[0].uniquenessConstraints = [["title", "firm"]]
        old.entities[1].indexes = [FetchIndexDescription(name: "i", elements: [.init(property: "title")])]
        old.entities[2].relationships = [
            RelationshipDescription(name: "men", to: .entity("Man"), isToMany: true, inverse: "firm")
        ]
        old.entities[2].fetchedProperties = [
            FetchedPropertyDescription(name: "all", request: FetchRequestDescription(entityName: "Man"))
        ]
        old.configurations = ["c": ["Man", "Firm"]]
        old.fetchRequestTemplates = ["t": FetchRequestDescription(entityName: "Man")]
        var new = old
        new.entities[0].name = "Person"
        new.entities[0].renamingIdentifier = "Man"
        new.entities[0].attributes = [text("name", from: "title")]
        new.entities[0].relationships[0].name = "company"
        new.entities[0].relationships[0].renamingIdentifier = "firm"
        new.entities[0].relationships[0].destination = .entity("Company")
        new.entities[0].uniquenessConstraints = [["company", "name"]]
        new.entities[1].superentityName = "Person"
        new.entities[1].indexes = [FetchIndexDescription(name: "i", elements: [.init(property: "name")])]
        new.entities[2].name = "Company"
        new.entities[2].renamingIdentifier = "Firm"
        new.entities[2].relationships[0].destination = .entity("Person")
        new.entities[2].relationships[0].inverseName = "company"
        new.entities[2].fetchedProperties[0].request.entityName = "Person"
        new.configurations = ["c": ["Company", "Person"]]
        new.fetchRequestTemplates["t"]?.entityName = "Person"
        #expect(
            lines(old, new) == [
                "entity Company: was called Firm", "entity Person: was called Man", "Person.name: was called title",
                "Person.company: was called firm",
            ])
    }

    @Test("what is inherited is listed once, of the entity that declares it")
    func inherited() {
        let old = model(entity("Thing", text("title")), entity("A", parent: "Thing"), entity("B", parent: "A"))
        var new = old
        new.entities[0].attributes = [text("name", from: "title", .date)]
        let difference = ModelDifference(from: old, to: new)
        #expect(
            difference.changes.map(\.text) == ["Thing.name: was called title", "Thing.name: type was String, is Date"])
        #expect(difference.differingEntities == ["A", "B", "Thing"])
    }

    @Test("one that is gone and one that is new, of one shape, are suggested as a rename and taken for none")
    func suggested() {
        let old = model(entity("Man", text("title"), text("age", .integer16)), entity("Firm"))
        let new = model(entity("Man", text("name"), text("age", .integer16)), entity("Firm"))
        let difference = ModelDifference(from: old, to: new)
        #expect(difference.changes.map(\.kind.isRename) == [false, false])
        #expect(difference.suggestedRenames.map(\.part) == [.attribute("name", entity: "Man")])
        #expect(difference.suggestedRenames.map(\.formerName) == ["title"])
        #expect(
            difference.text == """
                Man.name: is new: String, required
                Man.title: is gone
                note: Man.name may be title under a new name; the renaming identifier 'title' would say so
                2 changes, 2 of which concern stored objects
                """)
    }

    @Test("nothing is suggested for another shape, for two candidates on a side, or for one in another entity")
    func ambiguous() {
        func suggestions(_ old: [AttributeDescription], _ new: [AttributeDescription]) -> [SuggestedRename] {
            var (before, after) = (model(entity("A")), model(entity("A")))
            before.entities[0].attributes = old
            after.entities[0].attributes = new
            return ModelDifference(from: before, to: after).suggestedRenames
        }
        #expect(suggestions([text("a")], [text("b")]).count == 1)
        #expect(suggestions([text("a")], [text("b", .date)]) == [])
        #expect(suggestions([text("a")], [text("b"), text("c")]) == [])
        #expect(suggestions([text("a"), text("b")], [text("c")]) == [])
        #expect(suggestions([text("a"), text("b", .date)], [text("c"), text("d", .date)]).count == 2)
        #expect(suggestions([], [text("c")]) == [])
        #expect(suggestions([text("a")], [text("b", from: "a")]) == [])
        let (old, new) = (model(entity("A", text("x")), entity("B")), model(entity("A"), entity("B", text("y"))))
        #expect(ModelDifference(from: old, to: new).suggestedRenames == [])
    }

    @Test("entities and relationships are suggested as well, one that leads to its own entity included")
    func suggestedEntities() {
        var old = model(entity("Man", text("name")), entity("Firm"))
        old.entities[0].relationships = [RelationshipDescription(name: "boss", to: .entity("Man"), isToMany: false)]
        old.entities[1].relationships = [RelationshipDescription(name: "men", to: .entity("Firm"), isToMany: true)]
        var new = old
        new.entities[0].name = "Person"
        new.entities[0].relationships[0].destination = .entity("Person")
        new.entities[1].relationships[0].name = "firms"
        #expect(
            ModelDifference(from: old, to: new).suggestedRenames.map(\.part)
                == [.relationship("firms", entity: "Firm"), .entity("Person")])
        #expect(ModelDifference(from: model(entity("A")), to: model(entity("B"))).suggestedRenames == [])
    }

    @Test("a store of another model says what may be a rename, and which entity has another name")
    func stored() throws {
        let current = try ManagedObjectModel(model(entity("Person", from: "Man", text("name"))))
        let difference = ModelDifference(
            stored: model(entity("Man", text("title"))), current: current, entities: ["Man"])
        #expect(
            difference.separation == """
                entity Person is called Man there; Person.name exists only here; Person.title exists only there; \
                Person.name may be title under a new name; the renaming identifier 'title' would say so; \
                1 of 2 entities differs
                """)
    }
}

extension ModelChange.Kind {
    fileprivate var isRename: Bool {
        if case .renamed = self { true } else { false }
    }
}
