import Polystore
import Testing

@Suite("Words of the predicate language that are also properties")
struct ReservedWordTests {
    /// Words that stand for values where an operand is read.
    static let values = ["no", "yes", "true", "false", "null", "nil", "infinity"]
    /// All others.
    static let others = [
        "and", "or", "not", "any", "some", "all", "none", "in", "between", "contains", "beginswith", "endswith", "like",
        "matches", "truepredicate", "falsepredicate",
    ]
    static let words = values + others

    /// A thing whose attributes are named like the words and are 3, as are those of its whole.
    private func world(_ type: String) throws -> (GraphWorld, ManagedObjectContext) {
        var thing = EntityDescription(
            "Thing", .attribute("flag", .boolean, .default(false)), .toOne("whole", "Thing", inverse: "parts"),
            .toMany("parts", "Thing"))
        thing.attributes += Self.words.map { word in
            var attribute = AttributeDescription(name: word, type: .integer64)
            attribute.defaultValue = .integer(3)
            return attribute
        }
        let world = try GraphWorld([thing], in: [(type, nil)])
        let context = world.context()
        let whole = try context.insert(entity: "Thing")
        try context.insert(entity: "Thing").setRelatedObject(whole, forKey: "whole")
        try context.save()
        return (world, context)
    }

    private func count(_ format: String, in context: ManagedObjectContext) throws -> Int {
        try context.count(FetchRequest(entity: "Thing").where(try FetchPredicate(format: format)))
    }

    /// That a text is refused at a place, with the way to write the property.
    private func expectRefusal(of word: String, at offset: Int, _ text: String, _ body: () throws -> Void) {
        let error = #expect(throws: QueryError.self, "\(text)", performing: body)
        let advice = "\(error?.details[.expected] ?? "") \(error?.details[.suggestion] ?? "")"
        #expect(advice.contains("#\(word)"), "\(text): \(String(describing: error))")
        #expect(error?.details[.offset] == String(offset), "\(text): \(String(describing: error))")
    }

    @Test("are refused where they could be meant, with the way to write the property", arguments: words)
    func refused(_ word: String) throws {
        let (world, context) = try world("memory")
        for (before, behind) in [
            ("", " == 3"), ("flag == TRUE AND ", " > 2"), ("NOT ", " == 3"), ("flag == 0 || (", " < 4)"),
            ("3 == ", ""), ("flag IN {1, ", "}"), ("1 + ", " == 4"),
            ("SUBQUERY(parts, $x, $x.flag == 0 AND ", " == 3).@count > 0"), ("", ".flag == 3"),
        ] {
            let text = before + word + behind
            expectRefusal(of: word, at: before.utf8.count, text) { _ = try count(text, in: context) }
        }
        withExtendedLifetime(world) {}
    }

    @Test("are properties behind a number sign, between back quotes and behind a point", arguments: words)
    func escaped(_ word: String) throws {
        for type in ["memory", "sqlite", "lmdb"] {
            let (world, context) = try world(type)
            #expect(try count("#\(word) == 3", in: context) == 2)
            #expect(try count("`\(word)` == 3 AND 3 == #\(word)", in: context) == 2)
            #expect(try count("whole.\(word) == 3", in: context) == 1)
            #expect(try count("ANY parts.\(word) == 3", in: context) == 1)
            #expect(try count("SUBQUERY(parts, $x, $x.\(word) == 3).@count == 1", in: context) == 1)
            withExtendedLifetime(world) {}
        }
    }

    @Test("are values where the property is spelled in another way, or is none of the entity", arguments: values)
    func elsewhereSpelled(_ word: String) throws {
        let (world, context) = try world("memory")
        let isNumber = word == "infinity"
        #expect(try count("\(isNumber ? "#no" : "flag") != \(word.uppercased())", in: context) >= 0)
        let plain = try GraphWorld([EntityDescription("Thing", .attribute("flag", .boolean))], in: [("memory", nil)])
        let other = plain.context()
        #expect(try count("\(isNumber ? "1" : "flag") != \(word)", in: other) == 0)
        withExtendedLifetime((world, plain)) {}
    }

    @Test("are refused in orders, columns and conditions of groups", arguments: values)
    func elsewhere(_ word: String) throws {
        let (world, context) = try world("memory")
        var objects = FetchRequestDescription(entityName: "Thing")
        expectRefusal(of: word, at: 0, "column") {
            let columns = try NamedExpression.columns(format: "\(word), flag")
            _ = try context.fetchDictionaries(DictionaryRequestDescription(objects, columns: columns))
        }
        expectRefusal(of: word, at: 0, "having") {
            let columns = try NamedExpression.columns(format: "count(SELF)")
            _ = try context.fetchDictionaries(
                DictionaryRequestDescription(
                    objects, columns: columns, grouping: [.keyPath(["flag"])],
                    having: try FetchPredicate(format: "\(word) != flag")))
        }
        objects.sortKeys = try SortKey.keys(format: "flag, (\(word))")
        expectRefusal(of: word, at: 7, "sort key") { _ = try context.fetch(FetchRequest<ManagedObject>(objects)) }
        objects.sortKeys = try SortKey.keys(format: "-\(word)")
        #expect(try context.fetch(FetchRequest<ManagedObject>(objects)).count == 2)
        withExtendedLifetime(world) {}
    }

    @Test("are refused in expressions that were read by themselves, wherever a request has them", arguments: values)
    func alone(_ word: String) throws {
        let (world, context) = try world("memory")
        func fetch(_ change: (inout FetchRequestDescription) throws -> Void) throws {
            var objects = FetchRequestDescription(entityName: "Thing")
            try change(&objects)
            _ = try context.fetch(FetchRequest<ManagedObject>(objects))
        }
        func group(_ column: FetchExpression, by key: FetchExpression) throws {
            _ = try context.fetchDictionaries(
                DictionaryRequestDescription(
                    FetchRequestDescription(entityName: "Thing"), columns: [NamedExpression("column", column)],
                    grouping: [key]))
        }
        let (bare, flag) = (try FetchExpression(format: word), FetchExpression.keyPath(["flag"]))
        let sum = try FetchExpression(format: "1 + \(word)")
        let count = try FetchExpression(format: "count(SELF)")
        expectRefusal(of: word, at: 0, "column") { try group(bare, by: bare) }
        expectRefusal(of: word, at: 0, "group") { try group(count, by: bare) }
        expectRefusal(of: word, at: 4, "inside") { try group(sum, by: sum) }
        expectRefusal(of: word, at: 0, "sort key") { try fetch { $0.sortKeys = [SortKey(bare)] } }
        expectRefusal(of: word, at: 0, "left") {
            try fetch { $0.predicate = .comparison(FetchComparison(bare, .equal, .constant(.integer(3)))) }
        }
        expectRefusal(of: word, at: 0, "argument") {
            try fetch { $0.predicate = try FetchPredicate(format: "3 == %@", bare) }
        }
        // A request of the same shape was answered before: known shapes are not resolved again.
        try fetch { $0.predicate = .comparison(FetchComparison(flag, .equal, .constant(.boolean(false)))) }
        for _ in 0..<2 {
            expectRefusal(of: word, at: 0, "right") {
                try fetch { $0.predicate = .comparison(FetchComparison(flag, .equal, bare)) }
            }
        }
        #expect(bare == (try FetchExpression(format: bare.formatText)))
        withExtendedLifetime(world) {}
    }
}
