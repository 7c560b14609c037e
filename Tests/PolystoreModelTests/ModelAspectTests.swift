import PolystoreModel
import PolystoreQuery
import Testing

@Suite("What a difference of models compares")
struct ModelAspectTests {
    /// A change of one aspect and the sentence that tells it.
    struct Trial: Sendable, CustomTestStringConvertible {
        let aspect: ModelAspect
        let sentence: String
        let apply: @Sendable (inout ModelDescription) -> Void

        init(
            _ aspect: ModelAspect, _ sentence: String, _ apply: @escaping @Sendable (inout ModelDescription) -> Void
        ) {
            (self.aspect, self.sentence, self.apply) = (aspect, sentence, apply)
        }

        var testDescription: String { aspect.rawValue }
    }

    static let trials: [Trial] = [
        Trial(.parent, "entity Tag: parent was Thing, is none") { $0.entities[3].superentityName = nil },
        Trial(.superclass, "entity Company: superclass was none, is Base") { $0.entities[2].superclassName = "Base" },
        Trial(.kind, "entity Thing: kind was abstract, is concrete") { $0.entities[0].isAbstract = false },
        Trial(.className, "entity Person: class was Human, is none") { $0.entities[1].className = nil },
        Trial(.codeGeneration, "entity Person: code generation was none, is class") {
            $0.entities[1].codeGeneration = "class"
        },
        Trial(.versionHashModifier, "Company.staff: version hash modifier was staff 1, is none") {
            $0.entities[2].relationships[0].versionHashModifier = nil
        },
        Trial(.userInfo, "Person.age: user info was unit = years, is unit = months") {
            $0.entities[1].attributes[0].userInfo = ["unit": "months"]
        },
        Trial(.type, "Person.visits: type was Integer 32, is Integer 64") {
            $0.entities[1].attributes[1].type = .integer64
        },
        Trial(.presence, "Thing.created: presence was required, is optional") {
            $0.entities[0].attributes[1].isOptional = true
        },
        Trial(.storage, "Person.weight: storage was stored, is transient") {
            $0.entities[1].attributes[5].isTransient = true
        },
        Trial(.defaultValue, "Person.age: default was 1, is none") {
            $0.entities[1].attributes[0].defaultValue = .missing
        },
        Trial(.minimum, "Person.age: minimum was 0, is 1") {
            $0.entities[1].attributes[0].validation.minimum = .integer(1)
        },
        Trial(.maximum, "Person.age: maximum was 150, is none") {
            $0.entities[1].attributes[0].validation.maximum = nil
        },
        Trial(.minimumLength, "Thing.name: minimum length was 1, is 0") {
            $0.entities[0].attributes[0].validation.minimumLength = 0
        },
        Trial(.maximumLength, "Thing.name: maximum length was 200, is 20") {
            $0.entities[0].attributes[0].validation.maximumLength = 20
        },
        Trial(.pattern, "Thing.name: pattern was [A-Z].*, is none") {
            $0.entities[0].attributes[0].validation.pattern = nil
        },
        Trial(.externalStorage, "Person.picture: external storage was allowed, is none") {
            $0.entities[1].attributes[7].allowsExternalStorage = false
        },
        Trial(.preservation, "Person.token: value in history after deletion was kept, is none") {
            $0.entities[1].attributes[8].isPreservedAfterDeletion = false
        },
        Trial(.coder, "Person.colour: coder was colours, is none") { $0.entities[1].attributes[10].coderName = nil },
        Trial(.valueType, "Person.colour: value type was Colour, is Color") {
            $0.entities[1].attributes[10].valueTypeName = "Color"
        },
        Trial(.composite, "Person.address: composite was Address, is Place") {
            $0.entities[1].attributes[11].compositeName = "Place"
        },
        Trial(.derivation, "Person.upperName: derivation was uppercase(name), is none") {
            $0.entities[1].attributes[14].derivation = nil
        },
        Trial(.destination, "Tag.owners: destination was Person, is Thing") {
            $0.entities[3].relationships[0].destination = .entity("Thing")
        },
        Trial(.cardinality, "Tag.owners: cardinality was to-many, is to-one") {
            $0.entities[3].relationships[0].isToMany = false
        },
        Trial(.order, "Company.staff: order was ordered, is unordered") {
            $0.entities[2].relationships[0].isOrdered = false
        },
        Trial(.inverse, "Person.friends: inverse was friends, is none") {
            $0.entities[1].relationships[2].inverseName = nil
        },
        Trial(.minimumCount, "Company.staff: minimum count was 1, is 2") {
            $0.entities[2].relationships[0].minimumCount = 2
        },
        Trial(.maximumCount, "Company.staff: maximum count was 5000, is none") {
            $0.entities[2].relationships[0].maximumCount = 0
        },
        Trial(.deleteRule, "Tag.owners: delete rule was deny, is no action") {
            $0.entities[3].relationships[0].deleteRule = .noAction
        },
        Trial(.propertyKind, "Company.name: kind of property was an attribute, is a relationship") {
            $0.entities[2].attributes = []
            $0.entities[2].relationships.append(
                RelationshipDescription(name: "name", to: .entity("Tag"), isToMany: false))
        },
        Trial(.request, "Person.peers: request was Person where employer == $FETCH_SOURCE, is Person") {
            $0.entities[1].fetchedProperties[0].request.predicate = nil
        },
        Trial(
            .elements,
            """
            Person, index byAge: was age descending, employer ascending where isActive == true, \
            is employer ascending where isActive == true
            """
        ) { $0.entities[1].indexes[0].elements.removeFirst() },
        Trial(.members, "configuration People: was Person, Tag, is Person") {
            $0.configurations["People"] = ["Person"]
        },
        Trial(.versionIdentifiers, "model: version identifier was first, second, is second") {
            $0.versionIdentifiers.removeFirst()
        },
    ]

    @Test("each aspect is told with what it was and what it is, and is all that is told", arguments: trials)
    func aspect(_ trial: Trial) {
        var changed = RichModel.description
        trial.apply(&changed)
        let difference = ModelDifference(from: RichModel.description, to: changed)
        #expect(difference.changes.map(\.text) == [trial.sentence])
        #expect(difference.changes.map(\.aspect) == [trial.aspect])
    }

    @Test("a change concerns stores exactly if it alters the hash of an entity", arguments: trials)
    func hashes(_ trial: Trial) {
        var changed = RichModel.description
        trial.apply(&changed)
        let difference = ModelDifference(from: RichModel.description, to: changed)
        #expect(difference.concernsStores == !difference.differingEntities.isEmpty)
        #expect(difference.concernsStores == trial.aspect.concernsStores)
    }

    @Test("every aspect has its trial, but those that only a store's error or a new part tells")
    func complete() {
        let others: Set<ModelAspect> = [
            .attributeCount, .relationshipCount, .elementCount, .hierarchy, .inverseCardinality, .inverseOrder,
            .inverseStorage,
        ]
        #expect(Set(Self.trials.map(\.aspect)).union(others) == Set(ModelAspect.allCases))
    }

    @Test("models that say the same, and models of nothing, have no difference")
    func none() {
        let empty = ModelDescription(name: "empty")
        #expect(ModelDifference(from: RichModel.description, to: RichModel.description).text == "no changes")
        #expect(ModelDifference(from: empty, to: empty).isEmpty)
        #expect(!ModelDifference(from: empty, to: empty).concernsStores)
    }

    @Test("parts of every kind that are new or gone are listed, with what is said of the new ones")
    func addedAndRemoved() {
        var small = RichModel.description
        small.entities[1].attributes.removeAll { $0.name == "token" }
        small.entities[1].uniquenessConstraints = [["name"]]
        small.entities[1].relationships.remove(at: 2)
        small.entities[1].fetchedProperties = []
        small.entities[1].indexes = []
        small.entities[3].relationships = []
        small.entities.remove(at: 2)
        small.composites.removeLast()
        small.configurations["People"] = nil
        small.fetchRequestTemplates = [:]
        let rich = RichModel.description
        #expect(
            ModelDifference(from: small, to: rich).text == """
                entity Company: is new: 1 attribute, 1 relationship
                Person, unique (age, token): is new
                Person.token: is new: UUID, required
                Person.friends: is new: to-many to Person, optional
                Person.peers: is new: fetched property, Person where employer == $FETCH_SOURCE
                Person, index byAge: is new: age descending, employer ascending where isActive == true
                Tag.owners: is new: to-many to Person, optional
                composite Place: is new: 2 elements
                configuration People: is new: Person, Tag
                fetch request older: is new: Person where age > $AGE AND NOT employer.name BEGINSWITH[c] "A", sorted by \
                -age, name[d], at most 10, from number 5 on, 100 at a time, without subentities, without pending changes, \
                with employer.staff, in the stores people
                10 changes, 7 of which concern stored objects
                """)
        #expect(
            ModelDifference(from: rich, to: small).text == """
                Person, unique (age, token): is gone
                Person.token: is gone
                Person.friends: is gone
                Person.peers: is gone
                Person, index byAge: is gone
                Tag.owners: is gone
                entity Company: is gone
                composite Place: is gone
                configuration People: is gone
                fetch request older: is gone
                10 changes, 7 of which concern stored objects
                """)
    }

    @Test("elements of a composite concern stores where an entity has it")
    func composites() {
        var model = RichModel.description
        model.composites.append(
            CompositeDescription(name: "Unused", elements: [AttributeDescription(name: "a", type: .date)]))
        var changed = model
        changed.composites[1].elements[0].type = .date
        #expect(ModelDifference(from: model, to: changed).changes.map(\.concernsStores) == [true])
        changed = model
        changed.composites[2].elements[0].type = .uuid
        #expect(ModelDifference(from: model, to: changed).changes.map(\.concernsStores) == [false])
        changed = model
        changed.composites[1].elements[0].name = "town"
        #expect(
            ModelDifference(from: model, to: changed).suggestedRenames.map(\.part)
                == [.element("town", composite: "Place")])
    }
}
