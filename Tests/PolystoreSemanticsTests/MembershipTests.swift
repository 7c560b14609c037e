import Polystore
import Testing

@Suite("IN, CONTAINS and BETWEEN in either direction")
struct MembershipTests {
    @Test("texts, collections and bounds may stand on either side", arguments: StoreSetup.allCases)
    func sides(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let first = world.context()
        let acme = try first.insert(Company.self) { ($0.name, $0.founded) = ("Acme", 30) }
        let bolt = try first.insert(Company.self) { $0.name = "Bolt" }
        let skills = try ["red", "Blue"].map { name in try first.insert(Skill.self) { $0.name = name } }
        for (index, name) in ["Ada", "Bob", "Cleo", "dan"].enumerated() {
            try first.insert(Person.self) { person in
                (person.name, person.age, person.score) = (name, index * 10, index == 3 ? nil : Double(index * 20))
                person.employer = [acme, bolt, nil, acme][index]
                for skill in [[skills[0]], skills, [], [skills[1]]][index] { person.skills.insert(skill) }
            }
        }
        try first.save()
        let cases: [(String, String)] = [
            ("name IN \"Ada, Bob\"", "Ada Bob"), ("NOT name IN \"Ada, Bob\"", "Cleo dan"),
            ("name IN[c] \"ADA, DAN\"", "Ada dan"), ("employer.name IN \"Acme\"", "Ada dan"),
            ("NOT employer.name IN \"Acme\"", "Bob Cleo"), ("\"b\" IN \"abc\"", "Ada Bob Cleo dan"),
            ("\"abc\" IN \"b\"", ""), ("\"o\" IN name", "Bob Cleo"), ("nil IN name", ""),
            ("skills.name CONTAINS \"red\"", "Ada Bob"), ("NOT skills.name CONTAINS \"red\"", "Cleo dan"),
            ("skills.name CONTAINS[c] \"BLUE\"", "Bob dan"), ("skills.name CONTAINS \"re\"", ""),
            ("skills.name CONTAINS nil", ""), ("ANY skills.name CONTAINS \"re\"", "Ada Bob"),
            ("skills.name CONTAINS name", ""), ("employer.staff.age CONTAINS 30", "Ada dan"),
            ("employer.staff.name CONTAINS name", "Ada Bob dan"),
            ("10 BETWEEN {age, score}", "Bob"), ("NOT 10 BETWEEN {age, score}", "Ada Cleo dan"),
            ("30 BETWEEN {age, 40}", "Ada Bob Cleo dan"), ("20 BETWEEN {20, age}", "Cleo dan"),
            ("20 BETWEEN {nil, age}", ""), ("25 BETWEEN {age, employer.founded}", "Ada"),
        ]
        for context in [first, world.context()] {
            for (text, expected) in cases {
                let request = FetchRequest(Person.self).where(try FetchPredicate(format: text)).sorted(by: Person.name)
                let found = try context.fetch(request).map(\.name).joined(separator: " ")
                #expect(found == expected, "\(text)")
                #expect(try context.count(request) == found.split(separator: " ").count, "\(text)")
            }
        }
        let bound = try FetchPredicate(format: "$number BETWEEN $bounds AND $name IN $text").substituting(
            [
                "number": .constant(.integer(10)), "bounds": .aggregate([.keyPath(["age"]), .keyPath(["score"])]),
                "name": .keyPath(["name"]),
                "text": .constant(.string("Bobby")),
            ])
        #expect(try first.fetch(FetchRequest(Person.self).where(bound)).map(\.name) == ["Bob"])
        for text in ["age IN \"x\"", "ANY skills.name IN \"red\"", "ANY name IN \"x\""] {
            let error = #expect(throws: QueryError.self) {
                try first.fetch(FetchRequest(Person.self).where(FetchPredicate(format: text)))
            }
            #expect([.listExpected, .quantifierNeedsToMany].contains(error?.code), "\(text)")
        }
    }
}
