import Foundation
import PolystoreModel
import Testing

@Suite("The JSON form of models")
struct ModelDescriptionJSONTests {
    @Test("everything in a description comes back")
    func roundTrip() throws {
        let model = RichModel.description
        let read = try ModelDescription(json: try model.json)
        #expect(read == model.sortedByName)
        #expect(try read.json == model.json)
    }

    @Test("a model that is not valid comes back too")
    func roundTripInvalid() throws {
        var model = ModelDescription(name: "")
        var entity = EntityDescription(name: "a b")
        entity.superclassName = "Base"
        entity.attributes = [
            RichModel.attribute("n", .integer16) {
                $0.defaultValue = .string("text")
                $0.validation.minimum = .double(.infinity)
                $0.derivation = .conditional(
                    .constant(true), .aggregate([.evaluatedObject, .constant(.missing)]),
                    .subquery(.keyPath(["a"]), variable: "x", .or([.constant(false)])))
            }
        ]
        entity.relationships = [
            RelationshipDescription(name: "one", to: .objectClass("Base"), isToMany: false),
            RelationshipDescription(name: "many", to: .objectClass("Base"), isToMany: true),
        ]
        model.entities = [entity]
        #expect(try ModelDescription(json: try model.json) == model.sortedByName)
    }

    /// What a store of version 1 keeps; it stays readable for ever.
    static let golden = #"""
        {"composites":{"Address":{"place":{"composite":"Place","type":"composite"},"street":"string?"},"Place":{"c\#
        ity":"string","zip":"integer32"}},"configurations":{"All":["Company","Person","Tag","Thing"],"People":["Pe\#
        rson","Tag"]},"entities":{"Company":{"attributes":{"name":"string"},"relationships":{"staff":{"deleteRule"\#
        :"cascade","inverse":"employer","maximumCount":5000,"minimumCount":1,"optional":false,"ordered":true,"rena\#
        medFrom":"people","toMany":"Person","userInfo":{"c":"d"},"versionHashModifier":"staff 1"}}},"Person":{"att\#
        ributes":{"address":{"composite":"Address","type":"composite"},"age":{"default":1,"maximum":150,"minimum":\#
        0,"renamedFrom":"years","type":"integer16","userInfo":{"unit":"years"}},"colour":{"coder":"colours","optio\#
        nal":true,"type":"transformable","valueType":"Colour"},"height":{"default":"0.1","type":"double"},"home":{\#
        "default":"https://example.org/a?b=c","type":"uri"},"isActive":{"default":true,"type":"boolean"},"other":"\#
        objectID?","picture":{"default":"AAH/","externalStorage":true,"optional":true,"type":"binary"},"scratch":{\#
        "transient":true,"type":"undefined"},"steps":{"default":1152921504606846976,"type":"integer64"},"token":{"\#
        default":"00010203-0405-0607-0809-0A0B0C0D0E0F","preservedAfterDeletion":true,"type":"uuid"},"upperName":{\#
        "derivation":{"arguments":[{"keyPath":"name"}],"function":"uppercase"},"optional":true,"type":"string","ve\#
        rsionHashModifier":"derived 1"},"visits":"integer32","wage":{"default":"12.5","minimum":"0","type":"decima\#
        l"},"weight":"float"},"class":"Human","fetchedProperties":{"peers":{"entity":"Person","renamedFrom":"colle\#
        agues","userInfo":{"a":"b"},"versionHashModifier":"peers 1","where":{"compare":"equal","left":{"keyPath":"\#
        employer"},"right":{"variable":"FETCH_SOURCE"}}}},"indexes":{"byAge":{"elements":["-age","employer"],"wher\#
        e":{"compare":"equal","left":{"keyPath":"isActive"},"right":{"constant":{"boolean":true}}}}},"parent":"Thi\#
        ng","relationships":{"employer":{"inverse":"staff","to":"Company"},"friends":{"inverse":"friends","toMany"\#
        :"Person","transient":true},"tags":{"inverse":"owners","ordered":true,"toMany":"Tag"}},"renamedFrom":"Man"\#
        ,"unique":[["name"],["token","age"]],"versionHashModifier":"second"},"Tag":{"parent":"Thing","relationship\#
        s":{"owners":{"deleteRule":"deny","inverse":"tags","toMany":"Person"}}},"Thing":{"abstract":true,"attribut\#
        es":{"created":{"default":"2001-01-01T00:00:00Z","type":"date"},"name":{"maximumLength":200,"minimumLength\#
        ":1,"pattern":"[A-Z].*","type":"string"}},"indexes":{"byName":["name"]},"userInfo":{"note":"the root"}}},"\#
        fetchRequestTemplates":{"older":{"batchSize":100,"entity":"Person","includesPendingChanges":false,"include\#
        sSubentities":false,"limit":10,"offset":5,"prefetch":["employer.staff"],"sort":["-age","name[d]"],"stores"\#
        :["people"],"where":{"and":[{"compare":"greater","left":{"keyPath":"age"},"right":{"variable":"AGE"}},{"no\#
        t":{"compare":"beginsWith","left":{"keyPath":"employer.name"},"options":"c","right":{"constant":{"string":\#
        "A"}}}}]}}},"model":"Rich","polystoreModel":1,"versionIdentifiers":["first","second"]}
        """#

    @Test("the form of version 1 is pinned")
    func pinned() throws {
        let text = String(decoding: try RichModel.description.json, as: UTF8.self)
        #expect(text == Self.golden)
        #expect(try ModelDescription(json: Data(Self.golden.utf8)) == RichModel.description.sortedByName)
    }

    @Test("missing keys have their defaults")
    func missingKeys() throws {
        let model = try ModelDescription(
            json: Data(#"{"model":"M","entities":{"E":{"attributes":{"a":{"type":"string"}}}}}"#.utf8))
        var expected = ModelDescription(name: "M")
        expected.entities = [EntityDescription(name: "E")]
        expected.entities[0].attributes = [AttributeDescription(name: "a", type: .string)]
        #expect(model == expected)
    }

    @Test(
        "what is no model is an error that says where",
        arguments: [
            ("[]", "cannot be read"), ("{}", "'model' is missing"), ("{", "cannot be read"),
            (#"{"model":"M","polystoreModel":2}"#, "version 2"),
            (#"{"model":"M","entities":{"E":{"attributes":{"a":"strin"}}}}"#, "entities/E/attributes/a"),
            (#"{"model":"M","entities":{"E":{"attributes":{"a":{"type":"integer16","default":"x"}}}}}"#, "default"),
            (#"{"model":"M","entities":{"E":{"relationships":{"r":{}}}}}"#, "'to' is missing"),
        ])
    func refuses(_ text: String, _ part: String) {
        let error = #expect(throws: ModelError.self) { try ModelDescription(json: Data(text.utf8)) }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test("single descriptions are Codable by themselves")
    func singleDescriptions() throws {
        for entity in RichModel.description.entities {
            let data = try JSONEncoder().encode(entity)
            let sorted = ModelDescription.with(entity).sortedByName.entities[0]
            #expect(try JSONDecoder().decode(EntityDescription.self, from: data) == sorted)
            for attribute in entity.attributes {
                let data = try JSONEncoder().encode(attribute)
                #expect(try JSONDecoder().decode(AttributeDescription.self, from: data) == attribute)
            }
            for relationship in entity.relationships {
                let data = try JSONEncoder().encode(relationship)
                #expect(try JSONDecoder().decode(RelationshipDescription.self, from: data) == relationship)
            }
            for index in entity.indexes {
                let data = try JSONEncoder().encode(index)
                #expect(try JSONDecoder().decode(FetchIndexDescription.self, from: data) == index)
            }
            for property in entity.fetchedProperties {
                let data = try JSONEncoder().encode(property)
                #expect(try JSONDecoder().decode(FetchedPropertyDescription.self, from: data) == property)
            }
        }
    }
}

extension ModelDescription {
    fileprivate static func with(_ entity: EntityDescription) -> ModelDescription {
        var model = ModelDescription(name: "")
        model.entities = [entity]
        return model
    }
}
