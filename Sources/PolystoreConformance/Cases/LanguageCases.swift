import Foundation
import PolystoreCore
import PolystoreStorage

/// The page of the predicate language, row by row of its tables, as text that is read and asked.
enum LanguageCases {
    static func add(to list: inout CaseList) {
        var seen: Set<String> = []
        for example in LanguageExample.all where seen.insert("\(example.entity) \(example.text)").inserted {
            list.add(
                .fetch, "in words, \(example.text) finds the right objects, and NOT the others",
                covers: example.subjects
            ) { bench in
                let container = try container(bench)
                let context = bench.context(container)
                var text = example.text
                for entity in ["Person", "Company"] {
                    for object in try context.find(entity) {
                        let uri = try require(container.coordinator.uri(for: object.objectID))
                        text = text.replacing("{\(entity) \(try object.number())}", with: uri.description)
                    }
                }
                let predicate = try FetchPredicate(format: text)
                let all = try context.find(example.entity, by: [SortKey(["number"])]).numbers()
                func found(_ predicate: FetchPredicate) throws -> [Int] {
                    try context.find(example.entity, predicate, by: [SortKey(["number"])]).numbers()
                }
                try expect(try found(predicate), is: example.found)
                try expect(try found(.not(predicate)), is: all.filter { !example.found.contains($0) }, "NOT")
                try expect(
                    try found(FetchPredicate(format: predicate.formatText)), is: example.found, "written and read")
                try expect(try context.count(context.request(example.entity, predicate)), is: example.found.count)
            }
        }
    }

    /// A function that a program might add: the text in capital letters, and an exclamation mark.
    private static let shout = Result {
        try ExtensionFunction("shout", operands: 1, returning: .string) { operands in
            guard case .string(let text) = operands[0] else { return .missing }
            return .string(text.uppercased() + "!")
        }
    }

    /// Five persons and three companies.
    static func container(_ bench: ConformanceFixture) throws -> PersistentContainer {
        let model = ModelDescription.of(
            .named(
                "Person",
                [
                    .required("number", .integer64), .optional("name", .string), .optional("age", .integer64),
                    .optional("score", .double), .optional("wage", .decimal), .optional("isActive", .boolean),
                    .optional("born", .date), .optional("badge", .uuid), .optional("home", .uri),
                    .optional("photo", .binary), .optional("mood", .transformable),
                ], [.one("employer", to: "Company", inverse: "staff")]),
            .named("Company", [.required("number", .integer64)], [.many("staff", to: "Person", inverse: "employer")]))
        let container = try bench.shared("language", model) { context in
            let companies = try (1...3).map { try context.add("Company", ["number": .integer($0)]) }
            for (index, values) in people.enumerated() {
                let person = try context.add("Person", values)
                try person.setValue(.integer(Int64(index + 1)), forKey: "number")
                if index < 4 { try person.setRelatedObject(companies[index / 2], forKey: "employer") }
            }
        }
        try container.register(try shout.get())
        return container
    }

    /// Two at the first company, two at the second, and one with nothing.
    private static let people: [[String: Value]] = [
        [
            "name": .string("Ada"), "age": .integer(42), "score": .double(0.5), "wage": .decimal(Decimal(1) / 10),
            "isActive": .boolean(true), "born": .date(Date(timeIntervalSince1970: 1_709_164_800)),
            "badge": .uuid(badge(1)), "home": uri("https://ada.example/"), "photo": .data(Data([1, 2, 3])),
            "mood": .data(Data([7])),
        ],
        [
            "name": .string("ada"), "age": .integer(-7), "score": .double(1), "wage": .decimal(Decimal(-25) / 2),
            "isActive": .boolean(false), "born": .date(Date(timeIntervalSince1970: 1_709_202_600.5)),
            "badge": .uuid(badge(2)), "home": uri("https://bob.example/"), "photo": .data(Data()),
        ],
        [
            "name": .string("é"), "age": .integer(3), "score": .double(.infinity), "wage": .decimal(3),
            "isActive": .boolean(true), "born": .date(Date(timeIntervalSinceReferenceDate: -0.5)),
        ],
        ["name": .string("Straße*"), "age": .integer(61), "score": .double(-.infinity)],
        [:],
    ]

    private static func badge(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
    }

    private static func uri(_ text: String) -> Value { URL(string: text).map(Value.uri) ?? .missing }
}
