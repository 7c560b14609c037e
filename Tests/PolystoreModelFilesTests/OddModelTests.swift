import Foundation
import PolystoreModel
import PolystoreModelFiles
import Testing

/// What Xcode compiles and Core Data runs although it is odd: it is read with their meaning, and warned of.
@Suite("Odd models of Xcode")
struct OddModelTests {
    /// A document's elements, where it is warned of, and what the warning says.
    struct Odd: Sendable, CustomTestStringConvertible {
        let elements: String
        let place: String
        let message: String
        var testDescription: String { message }
    }

    static let odd: [Odd] = [
        Odd(
            elements:
                #"<entity name="A"><attribute name="b" attributeType="Integer 16" optional="yes"/></entity>"#,
            place: "3:75", message: "'optional' of attribute 'A.b' is 'yes', which is read as YES"),
        Odd(
            elements:
                #"<entity name="A"><relationship name="b" maxCount="5" destinationEntity="A"/></entity>"#,
            place: "3:51", message: "relationship 'A.b' is to-one, so its counts are at most 1"),
        Odd(
            elements:
                #"<entity name="A"><relationship name="b" ordered="YES" destinationEntity="A"/></entity>"#,
            place: "3:50", message: "relationship 'A.b' is to-one, so its order is ignored"),
        Odd(
            elements:
                #"<entity name="A"><userInfo><entry key="k" value="1"/><entry key="k" value="2"/></userInfo></entity>"#,
            place: "3:66", message: "the user info of entity 'A' has the key 'k' twice; the last counts"),
        Odd(
            elements: #"<entity name="A"/><fetchRequest name="F" entity="A" predicateString="a ==="/>"#, place: "3:7",
            message: "'predicateString' of fetch request 'F' is not understood"),
        Odd(
            elements: #"<entity name="A"/><fetchRequest name="F" entity="B"/>"#, place: "3:50",
            message:
                "the entity 'B' of template 'F' is not in the model (did you mean 'A'?); the fetch request is left out"),
        Odd(
            elements:
                #"<entity name="A"><fetchedProperty name="f"><fetchRequest name="x" entity="Z"/></fetchedProperty></entity>"#,
            place: "3:7", message: "; the fetched property is left out"),
        Odd(
            elements:
                #"<entity name="A"><uniquenessConstraints><uniquenessConstraint/></uniquenessConstraints></entity>"#,
            place: "3:41", message: "a uniqueness constraint of 'A' is empty and ignored"),
        Odd(
            elements:
                #"<entity name="A"/><configuration name="C"><memberEntity name="A"/><memberEntity name="A"/></configuration>"#,
            place: "3:8", message: "entity 'A' stands twice in configuration 'C'"),
        Odd(
            elements:
                #"<entity name="A"><attribute name="b" attributeType="String"/><fetchIndex name="i" partialIndexPredicate="b =="><fetchIndexElement property="b" type="Binary"/></fetchIndex></entity>"#,
            place: "3:", message: "'partialIndexPredicate' of index 'A.i' is not understood"),
        Odd(
            elements:
                #"<entity name="A"><fetchIndex name="i"><fetchIndexElement property="gone" type="Binary"/></fetchIndex></entity>"#,
            place: "3:68", message: "property 'gone' in index 'i' of 'A' is not in the model; the index is left out"),
    ]

    @Test("each is a warning with file, line and column, and the model can be used", arguments: odd)
    func warned(_ odd: Odd) throws {
        let reading = try ModelText.read(odd.elements)
        let warning = try #require(reading.warnings.first, "not warned of")
        #expect(reading.warnings.count == 1)
        #expect(warning.message.contains(odd.message), "\(warning)")
        #expect(warning.text(as: "warning").hasPrefix("contents:\(odd.place)"), "\(warning)")
        #expect(throws: Never.self) { try ManagedObjectModel(reading.description) }
    }

    @Test("a truth as the default of a number is 0 or 1, in every type of number, with a warning each")
    func truthsAsNumbers() throws {
        let values: [(String, Value, Value)] = [
            ("Integer 16", .integer(0), .integer(1)), ("Integer 32", .integer(0), .integer(1)),
            ("Integer 64", .integer(0), .integer(1)), ("Decimal", .decimal(0), .decimal(1)),
            ("Double", .double(0), .double(1)), ("Float", .double(0), .double(1)),
        ]
        for (type, none, one) in values {
            let reading = try ModelText.read(
                """
                <entity name="A"><attribute name="a" attributeType="\(type)" defaultValueString="NO"/>
                <attribute name="b" attributeType="\(type)" defaultValueString="YES" minValueString="NO"/>
                <attribute name="c" attributeType="\(type)" defaultValueString=" 1 "/></entity>
                """)
            let attributes = reading.description.entities[0].attributes
            #expect(attributes.map(\.defaultValue) == [none, one, one], "\(type)")
            #expect(attributes[1].validation.minimum == none)
            #expect(reading.warnings.count == 4)
            #expect(reading.warnings[0].message.contains("is 'NO', which is read as 0"), "\(reading.warnings[0])")
        }
    }

    @Test("decimals without a digit on one side of the point are numbers, and other texts are none")
    func oddDecimals() throws {
        for (text, value) in [(".5", "0.5"), ("5.", "5"), ("-.25", "-0.25")] {
            let reading = try ModelText.read(
                #"<entity name="A"><attribute name="a" attributeType="Decimal" defaultValueString="\#(text)"/></entity>"#
            )
            #expect(reading.description.entities[0].attributes[0].defaultValue == .decimal(Decimal(string: value) ?? 9))
        }
        for text in ["maybe", "1,5", "--1", "1e", "NaN", ".", "12 3"] {
            let problems = ModelText.problems(
                #"<entity name="A"><attribute name="a" attributeType="Decimal" defaultValueString="\#(text)"/></entity>"#
            )
            #expect(problems.map(\.code) == [.invalidConstraint], "\(text)")
        }
    }

    @Test("an index of a to-many relationship is left out, the other indexes stay")
    func indexOfToMany() throws {
        let reading = try ModelText.read(
            """
            <entity name="A"><attribute name="n" attributeType="String" indexed="YES"/>
            <relationship name="many" toMany="YES" destinationEntity="A" indexed="YES"/>
            <relationship name="one" maxCount="1" destinationEntity="A" indexed="YES"/></entity>
            """)
        #expect(reading.description.entities[0].indexes.map(\.name) == ["n", "one"])
        #expect(
            reading.warnings.map { $0.text(as: "warning") } == [
                "contents:4:1: warning: index 'many' of 'A' names 'many', which is to-many and so cannot be indexed; "
                    + "the index is left out"
            ])
    }

    @Test("of two indexes of one name both are there, under two names, also where case alone tells them apart")
    func indexesOfOneName() throws {
        func index(_ name: String, _ properties: String...) -> String {
            let elements = properties.map { #"<fetchIndexElement property="\#($0)" type="Binary" order="ascending"/>"# }
            return #"<fetchIndex name="\#(name)">"# + elements.joined() + "</fetchIndex>"
        }
        let reading = try ModelText.read(
            #"<entity name="A"><attribute name="a" attributeType="Date"/><attribute name="b" attributeType="String"/>"#
                + index("due", "a") + index("due", "a", "b") + index("Due", "b") + index("due", "a") + "</entity>")
        let indexes = reading.description.entities[0].indexes
        #expect(indexes.map(\.name) == ["due", "due_2", "Due_3"])
        #expect(indexes.map(\.elements.count) == [1, 2, 1])
        #expect(reading.warnings.count == 3)
        #expect(throws: Never.self) { try ManagedObjectModel(reading.description) }
    }

    @Test("bytes and to-one relationships may be unique, and a composite may have no elements")
    func uniqueAndEmpty() throws {
        let reading = try ModelText.read(
            """
            <entity name="A"><attribute name="raw" attributeType="Binary"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            <relationship name="one" maxCount="1" destinationEntity="A"/><uniquenessConstraints><uniquenessConstraint>
            <constraint value="raw"/></uniquenessConstraint><uniquenessConstraint><constraint value="one"/>
            <constraint value="raw"/></uniquenessConstraint></uniquenessConstraints></entity><composite name="Place"/>
            """)
        #expect(reading.warnings.isEmpty && reading.remarks.isEmpty)
        #expect(reading.description.entities[0].uniquenessConstraints == [["raw"], ["one", "raw"]])
        let model = try ManagedObjectModel(reading.description)
        #expect(model.entities[0].uniquenessConstraints.map(\.text) == ["A(raw)", "A(one, raw)"])
    }
}
