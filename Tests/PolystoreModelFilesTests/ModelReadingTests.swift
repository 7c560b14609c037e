import Foundation
import PolystoreModel
import PolystoreModelFiles
import Testing

/// What documents say, and what is refused.
@Suite("Reading documents of models")
struct ModelReadingTests {
    @Test("everything that a document can say of a model is read")
    func everything() throws {
        let model = try ModelText.read(RichDocument.elements).description
        #expect(model.entities.map(\.name) == ["Person", "Car", "Thing"])
        let person = try #require(model.entities.first)
        #expect(person.className == "Person")
        #expect(person.superentityName == "Thing")
        #expect(person.renamingIdentifier == "Human")
        #expect(person.userInfo == ["documentation": "Somebody \"known\" <here>"])
        #expect(person.uniquenessConstraints == [["initials", "level"]])
        #expect(person.indexes.map(\.name) == ["byLevel"])
        #expect(person.indexes[0].elements.map(\.isAscending) == [false, true])
        #expect(person.fetchedProperties.map(\.request.limit) == [5])
        let attributes = Dictionary(uniqueKeysWithValues: person.attributes.map { ($0.name, $0) })
        #expect(attributes["active"]?.defaultValue == .boolean(true))
        #expect(attributes["address"]?.compositeName == "Address")
        #expect(attributes["born"]?.defaultValue == .date(Date(timeIntervalSinceReferenceDate: 86_400)))
        #expect(attributes["born"]?.validation.minimum == .date(Date(timeIntervalSinceReferenceDate: -1_000)))
        #expect(attributes["initials"]?.validation.minimumLength == 1)
        #expect(attributes["initials"]?.validation.maximumLength == 3)
        #expect(attributes["initials"]?.validation.pattern == "[A-Z]+")
        #expect(attributes["level"]?.validation.maximum == .integer(9))
        #expect(attributes["level"]?.renamingIdentifier == "rank")
        #expect(attributes["notes"]?.coderName == "NoteCoder")
        #expect(attributes["notes"]?.valueTypeName == "Note")
        #expect(attributes["photo"]?.allowsExternalStorage == true)
        #expect(attributes["photo"]?.isPreservedAfterDeletion == true)
        #expect(attributes["searchName"]?.derivation == .function("canonical", [.keyPath(["initials"])]))
        #expect(attributes["thingCount"]?.derivation == .keyPath(["things", "@count"]))
        #expect(attributes["shown"]?.type == .undefined)
        #expect(attributes["token"]?.versionHashModifier == "2")
        #expect(attributes["wealth"]?.defaultValue == .decimal(Decimal(string: "12.50") ?? 0))
        #expect(attributes["wealth"]?.userInfo == ["unit": "EUR", "lines": "a\nb"])
        let relationships = person.relationships
        #expect(relationships.map(\.isOrdered) == [true, false, false])
        #expect(relationships[2].minimumCount == 1)
        #expect(relationships[2].maximumCount == 9)
        #expect(relationships[2].deleteRule == .cascade)
        #expect(model.entities[1].className == "Garage.Car")
        #expect(model.entities[1].relationships[0].deleteRule == .deny)
        #expect(model.entities[1].indexes.map(\.name) == ["plate", "plate_weight"])
        #expect(model.entities[2].isAbstract)
        #expect(model.configurations == ["People": ["Person", "Thing"]])
        #expect(model.composites.map(\.elements.count) == [2])
        #expect(model.fetchRequestTemplates["oneByLevel"]?.batchSize == 20)
        #expect(model.fetchRequestTemplates["oneByLevel"]?.includesSubentities == false)
        #expect(throws: Never.self) { try ManagedObjectModel(model) }
    }

    @Test("comments, unknown elements and unknown attributes are written back as they were, byte for byte")
    func unknown() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <!-- before -->
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" colour="blue">
                <!-- inside -->
                <entity name="A" flavour="&quot;sweet&quot;">
                    <attribute name="b" attributeType="String"/>
                    <future>text <b>bold</b> &amp; more</future>
                </entity>
            </model>
            <!-- behind -->
            """
        let document = try ModelDocument(text: text, name: "Test", file: "contents")
        #expect(document.text == text)
        #expect(
            try document.reading().remarks.map(\.description) == [
                "contents:3:84: error: 'colour' of the model has no meaning and is ignored",
                "contents:5:31: error: 'flavour' of entity 'A' has no meaning and is ignored",
                "contents:7:9: error: the element 'future' in entity 'A' has no meaning and is ignored",
            ])
    }

    @Test("attributes that Xcode passes over in silence are remarked with the name that was meant")
    func lookAlikes() throws {
        let reading = try ModelText.read(
            #"<entity name="A" abstract="NO"><attribute name="b" attributeType="String" defaultValue="x"/></entity>"#)
        #expect(reading.remarks.count == 2)
        #expect(
            reading.remarks[0].message
                == "'abstract' of entity 'A' has no meaning and is ignored (did you mean 'isAbstract'?)")
        #expect(reading.remarks[1].details[.property] == "b")
    }

    @Test("a name that only accessors cannot have is allowed; one that Core Data refuses is an error")
    func reservedNames() throws {
        let allowed = try ModelText.read(#"<entity name="A"><attribute name="value" attributeType="String"/></entity>"#)
        #expect(allowed.remarks.isEmpty)
        #expect(throws: Never.self) { try ManagedObjectModel(allowed.description) }
        let problems = ModelText.problems(
            #"<entity name="A"><attribute name="description" attributeType="String"/></entity>"#)
        #expect(problems.map(\.code) == [.reservedName])
    }

    @Test(
        "what cannot be used is refused with file, line, column, entity and property",
        arguments: [
            (
                #"<entity name="A"><attribute name="b" attributeType="Sting"/></entity>"#, "3:53",
                "unknown type 'Sting' of attribute 'A.b'"
            ),
            (
                #"<entity name="A"><attribute name="b"/></entity>"#, "3:18",
                "'A.b' has no type, which only a transient attribute may"
            ),
            (
                #"<entity name="A"><attribute name="b" optional="maybe" attributeType="String"/></entity>"#, "3:48",
                "it has to be YES or NO"
            ),
            (
                #"<entity name="A"><attribute name="b" attributeType="Integer 16" defaultValueString="x"/></entity>"#,
                "3:85", "which is no value of its type"
            ),
            (
                #"<entity name="A"><attribute name="b" attributeType="Integer 16" defaultValueString="70000"/></entity>"#,
                "3:85", "does not fit"
            ),
            (
                #"<entity name="A"><relationship name="b" destinationEntity="C"/></entity>"#, "3:60",
                "the destination 'C' of relationship 'A.b' is not in the model"
            ),
            (
                #"<entity name="A"><relationship name="b"/></entity>"#, "3:18",
                "relationship 'A.b' has no 'destinationEntity'"
            ),
            (
                #"<entity name="A"><relationship name="b" destinationEntity="A" inverseName="c" inverseEntity="A"/></entity>"#,
                "3:76", "the inverse 'c' of 'A.b' is not a relationship of 'A'"
            ),
            (
                #"<entity name="A"><relationship name="b" destinationEntity="A" deletionRule="Erase"/></entity>"#,
                "3:77", "unknown 'deletionRule' 'Erase'"
            ),
            (
                #"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>"#, "3:32",
                "inherits from itself"
            ),
            (#"<entity name="A" parentEntity="Z"/>"#, "3:32", "the parent 'Z' of entity 'A' is not in the model"),
            (#"<entity name="A"/><entity name="A"/>"#, "3:19", "two entities are named 'A'"),
            (#"<entity name="A"/><entity name="a"/>"#, "3:19", "differ in case only"),
            (#"<entity name=""/>"#, "3:1", "an entity has no name"),
            (
                #"<entity name="A"><attribute name="b" attributeType="String"/><attribute name="b" attributeType="Date"/></entity>"#,
                "3:62", "two properties named 'b'"
            ),
            (
                #"<entity name="A"><attribute name="objectID" attributeType="String"/></entity>"#, "3:18",
                "is named like a member of ManagedObject"
            ),
            (
                #"<entity name="A"><attribute name="c" attributeType="Composite" composite="X"/></entity>"#, "3:75",
                "the composite 'X' of 'A.c' is not in the model"
            ),
            (
                #"<entity name="A"><uniquenessConstraints><uniquenessConstraint><constraint value="q"/></uniquenessConstraint></uniquenessConstraints></entity>"#,
                "3:82", "property 'q' in a uniqueness constraint of 'A' is not in the model"
            ),
            (
                #"<entity name="A"/><configuration name="C"><memberEntity name="B"/></configuration>"#, "3:63",
                "entity 'B' of configuration 'C' is not in the model"
            ),
        ])
    func refusals(_ elements: String, _ place: String, _ message: String) throws {
        let problems = ModelText.problems(elements)
        let problem = try #require(problems.first, "not refused")
        #expect(problem.description.hasPrefix("contents:\(place)"), "\(problem)")
        #expect(problem.message.contains(message), "\(problem)")
        if message.contains("'A.b'") { #expect(problem.details[.entity] == "A" && problem.details[.property] == "b") }
    }

    @Test("all problems of a document come at once, in the order of the text")
    func several() {
        let problems = ModelText.problems(
            """
            <entity name="A">
            <attribute name="b" attributeType="Sting"/>
            <relationship name="c" destinationEntity="X"/>
            </entity>
            <entity name="A"/>
            """)
        #expect(problems.map { $0.details[.line] } == ["4", "5", "7"])
    }
}
