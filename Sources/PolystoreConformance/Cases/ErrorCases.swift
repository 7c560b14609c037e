import Foundation
import PolystoreCore
import PolystoreStorage

/// That bad input gives the typed error that names it, and costs nothing that was saved (P7).
enum ErrorCases {
    static func add(to list: inout CaseList) {
        addOpening(to: &list)
        addCalls(to: &list)
        addValidation(to: &list)
        addValues(to: &list)
    }

    /// The store's error behind a coordinator's.
    private static func storeError(_ body: () throws -> Void) throws -> StoreError {
        let error = try expectError(CoordinatorError.self, "opening", body)
        return try require(error.cause as? StoreError, "the cause is no StoreError: \(error)")
    }

    private static func addOpening(to list: inout CaseList) {
        let model = ItemModel.plain
        func add(
            _ promise: String, _ code: StoreError.Code, _ body: @escaping @Sendable (ConformanceFixture) throws -> Void
        ) {
            list.add(.errors, promise, needs: [.durable], covers: [.storeError(code)]) { bench in
                try DurableStores.require(bench)
                let error = try storeError { try body(bench) }
                try expect(error.code, is: code)
                try expect(error.details[.store] != nil, "the error names the store")
            }
        }
        add("a store that is not there and may not be made is missing", .missing) { bench in
            var description = bench.description()
            description.creates = false
            _ = try bench.open(model, [description])
        }
        add("a file of something else is foreign, and stays as it was", .foreign) { bench in
            let description = bench.description()
            let url = try require(description.url)
            let text = Data("This is a letter, not a store. ".utf8) + Data(repeating: 65, count: 20_000)
            try text.write(to: url)
            do {
                _ = try bench.open(model, [description])
            } catch {
                try expect(try Data(contentsOf: url) == text, "the file was changed")
                throw error
            }
        }
        add("a store that is open is not opened a second time by another coordinator", .duplicateIdentifier) { bench in
            _ = try bench.open(model)
            _ = try bench.open(model)
        }
        add("a store whose entity changed is of an incompatible model, and stays as it was", .incompatibleModel) {
            bench in
            let container = try bench.open(model)
            try bench.context(container).add("Item").managedObjectContext?.save()
            try container.close()
            var changed = ItemModel.plain
            changed.entities[0].attributes[0].type = .string
            do {
                _ = try bench.open(changed)
            } catch {
                let again = try bench.open(model)
                try expect(try bench.context(again).find("Item").count, is: 1, "the store was changed")
                throw error
            }
        }
        list.add(
            .errors, "an option that the type does not have is refused by its name",
            covers: [.storeError(.invalidOption)]
        ) {
            bench in
            var description = bench.description()
            description.options.values["noSuchOption"] = .flag(true)
            let error = try storeError { _ = try bench.open(model, [description]) }
            try expect(error.code, is: .invalidOption)
            try expect(error.details[.found], is: "noSuchOption")
        }
        list.add(
            .errors, "a store that is open for reading only gives its rows and refuses to be written",
            needs: [.durable], covers: [.storeError(.readOnly)]
        ) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, model)
            try direct.save(try direct.inserting([1: 10]))
            try direct.reopen { $0.access = .readOnly }
            try expect(try direct.numbers(), is: [1: 10])
            let error = try expectError(StoreError.self) { try direct.save(try direct.inserting([2: 20])) }
            try expect(error.code, is: .readOnly)
            try expect(try direct.numbers(), is: [1: 10])
        }
        list.add(
            .errors, "a store that is open in the same process is not opened a second time", needs: [.durable],
            covers: [.storeError(.alreadyOpen)]
        ) { bench in
            try DurableStores.require(bench)
            let direct = try DirectStore(bench, model)
            try direct.save(try direct.inserting([1: 10]))
            let error = try expectError(StoreError.self) { _ = try direct.type.open(direct.opening) }
            try expect([.alreadyOpen, .duplicateIdentifier].contains(error.code), "found \(error.code.rawValue)")
            try expect(try direct.numbers(), is: [1: 10])
        }
        list.add(
            .errors,
            "a store that lies nowhere does not exist, and refuses to be looked at, reserved, destroyed or copied"
        ) { bench in
            guard !bench.type.hasURL else { return }
            let none = PersistentStoreDescription(name: "none", type: bench.type)
            try expect(try bench.type.exists(none), is: false)
            for body in [
                { _ = try bench.type.metadata(none) }, { _ = try bench.type.reserve(none) },
                { try bench.type.destroy(none) }, { try bench.type.copy(none, none) },
            ] as [() throws -> Void] {
                try expect(try expectError(StoreError.self, "a place", body).code, is: .unsupported)
            }
        }
    }

    private static func addCalls(to list: inout CaseList) {
        func add(
            _ promise: String, _ code: StoreError.Code, _ body: @escaping @Sendable (DirectStore) throws -> Void
        ) {
            list.add(.errors, promise, covers: [.storeError(code)]) { bench in
                let direct = try DirectStore(bench, ItemModel.plain)
                try direct.save(try direct.inserting([1: 10]))
                let error = try expectError(StoreError.self, promise) { try body(direct) }
                try expect(error.code, is: code)
            }
        }
        add("a closed store gives no snapshot", .closed) {
            try $0.store.close()
            _ = try $0.store.snapshot()
        }
        add("a closed store reserves no keys", .closed) { direct in
            let root = try direct.root("Item")
            try direct.store.close()
            _ = try direct.store.reserveKeys(root, count: 1)
        }
        list.add(.errors, "a store can be closed twice") { bench in
            let direct = try DirectStore(bench, ItemModel.plain)
            try direct.store.close()
            try direct.store.close()
        }
        list.add(
            .errors, "what no type declares is refused: joins, order and uniqueness come with the capability",
            covers: [.storeError(.unsupported)]
        ) { bench in
            let models: [(ConformanceCapability, ModelDescription)] = [
                (.joins, RelationshipShape.manyToMany.model()), (.uniqueness, ItemModel.unique),
                (.orderedRelationships, RelationshipShape.orderedOneToMany.model()),
            ]
            for (index, (capability, model)) in models.enumerated() {
                let stores = [bench.description("store\(index)")]
                guard !bench.factory.declares(capability) else {
                    _ = try bench.open(model, stores)
                    continue
                }
                let error = try storeError { _ = try bench.open(model, stores) }
                try expect(error.code, is: .unsupported)
                try expect(error.details[.reason]?.contains(capability.rawValue), is: true)
            }
        }
    }

    private static func addValidation(to list: inout CaseList) {
        func add(
            _ promise: String, _ code: ValidationFailure.Code, _ property: String?,
            _ prepare: @escaping @Sendable (ManagedObjectContext) throws -> Void
        ) {
            list.add(.errors, promise, covers: [.validation(code), .saveError(.validation)]) { bench in
                let container = try bench.open(Validated.model, [bench.description()], classes: [Validated.self])
                let context = bench.context(container)
                try prepare(context)
                let error = try expectError(SaveError.self, promise) { try context.save() }
                try expect(error.code, is: .validation)
                try expect(error.validationFailures.map(\.code), is: [code])
                try expect(error.validationFailures.map(\.property), is: [property])
                try expect(context.hasChanges, "the context kept its changes")
                try expect(try bench.context(container).find("Validated").count, is: 0, "something was written")
            }
        }
        let good = Validated.values
        add("a required value that is missing is refused", .missing, "name") {
            try $0.add("Validated", good.merging(["name": .missing]) { $1 })
        }
        add("a number below the minimum is refused", .tooSmall, "number") {
            try $0.add("Validated", good.merging(["number": .integer(-1)]) { $1 })
        }
        add("a number above the maximum is refused", .tooLarge, "number") {
            try $0.add("Validated", good.merging(["number": .integer(11)]) { $1 })
        }
        add("a date above the maximum is refused", .tooLarge, "day") {
            try $0.add("Validated", good.merging(["day": .date(Date(timeIntervalSinceReferenceDate: 101))]) { $1 })
        }
        add("a text that is too short is refused", .tooShort, "name") {
            try $0.add("Validated", good.merging(["name": .string("")]) { $1 })
        }
        add("a text that is too long is refused", .tooLong, "name") {
            try $0.add("Validated", good.merging(["name": .string(String(repeating: "x", count: 9))]) { $1 })
        }
        add("bytes that are too long are refused", .tooLong, "data") {
            try $0.add("Validated", good.merging(["data": .data(Data(count: 5))]) { $1 })
        }
        add("a text that does not match the pattern is refused", .patternMismatch, "code") {
            try $0.add("Validated", good.merging(["code": .string("a1")]) { $1 })
        }
        add("a relationship with fewer objects than the minimum is refused", .tooFew, "friends") {
            let validated = try $0.add("Validated", good)
            try validated.relatedObjects(forKey: "friends").insert(try $0.add("Friend"))
        }
        add("a relationship with more objects than the maximum is refused", .tooMany, "friends") {
            let validated = try $0.add("Validated", good)
            for _ in 0..<4 { try validated.relatedObjects(forKey: "friends").insert(try $0.add("Friend")) }
        }
        add("what an object's own validation throws is reported with it", .custom, nil) {
            try $0.add("Validated", good.merging(["name": .string("bad")]) { $1 })
        }
        list.add(.errors, "every failure of a save is reported at once, and after they are mended the save passes") {
            bench in
            let container = try bench.open(Validated.model, [bench.description()], classes: [Validated.self])
            let context = bench.context(container)
            let one = try context.add("Validated", ["name": .string(""), "number": .integer(99), "code": .string("1")])
            let two = try context.add("Validated", ["number": .integer(-5)])
            let error = try expectError(SaveError.self) { try context.save() }
            let found = Set(error.validationFailures.map { "\($0.property ?? "-") \($0.code.rawValue)" })
            try expect(
                found,
                is: ["name tooShort", "name missing", "number tooLarge", "number tooSmall", "code patternMismatch"])
            for object in [one, two] { for (name, value) in good { try object.setValue(value, forKey: name) } }
            try context.save()
            try expect(try bench.context(container).find("Validated").count, is: 2)
        }
        list.add(.errors, "an error's description holds no user's value") { bench in
            let container = try bench.open(Validated.model, [bench.description()], classes: [Validated.self])
            let context = bench.context(container)
            try context.add("Validated", ["name": .string("secret-secret"), "code": .string("secret")])
            let error = try expectError(SaveError.self) { try context.save() }
            try expect(!error.description.contains("secret"), error.description)
        }
    }

    private static func addValues(to list: inout CaseList) {
        let cases: [(String, AttributeType, Value, ValueError.Code)] = [
            ("a text in a number", .integer64, .string("1"), .wrongType),
            ("a number in a text", .string, .integer(1), .wrongType),
            ("a number too large for 16 bits", .integer16, .integer(32_768), .outOfRange),
            ("a number too small for 16 bits", .integer16, .integer(-32_769), .outOfRange),
            ("a number too large for 32 bits", .integer32, .integer(2_147_483_648), .outOfRange),
            ("an integer that no double is", .double, .integer(9_007_199_254_740_993), .outOfRange),
            ("NaN in a double", .double, .double(.nan), .notANumber),
            ("NaN in a float", .float, .double(.nan), .notANumber),
            ("NaN in a decimal", .decimal, .decimal(.nan), .notANumber),
            ("NaN in a date", .date, .date(Date(timeIntervalSinceReferenceDate: .nan)), .notANumber),
            ("bytes in a UUID", .uuid, .data(Data(count: 16)), .wrongType),
            ("a text in a URI", .uri, .string("a:b"), .wrongType),
            ("a truth in a number", .integer64, .boolean(true), .wrongType),
        ]
        for (what, type, value, code) in cases {
            list.add(
                .errors, "\(what) is refused when it is set, and the property stays as it was",
                covers: [.valueError(code), .attributeType(type)]
            ) { bench in
                let container = try bench.open(.of(.named("Thing", [.optional("sample", type)])))
                let context = bench.context(container)
                let thing = try context.add("Thing")
                let error = try expectError(ValueError.self) { try thing.setValue(value, forKey: "sample") }
                try expect(error.code, is: code)
                try expect(error.details[.property], is: "sample")
                try expect(try thing.value(forKey: "sample"), is: .missing)
                try context.save()
            }
        }
        list.add(
            .errors, "a property that the entity does not have is refused by its name",
            covers: [.valueError(.unknownProperty)]
        ) { bench in
            let thing = try bench.context(try bench.open(ItemModel.plain)).add("Item")
            let error = try expectError(ValueError.self) { try thing.setValue(.integer(1), forKey: "nunber") }
            try expect(error.code, is: .unknownProperty)
            try expect(error.details[.property], is: "nunber")
        }
        list.add(.errors, "a value that no coder takes is refused", covers: [.valueError(.coding)]) { bench in
            var attribute = AttributeDescription.optional("tint", .transformable)
            attribute.coderName = "unregistered"
            let thing = try bench.context(try bench.open(.of(.named("Thing", [attribute])))).add("Thing")
            let error = try expectError(ValueError.self) { try thing.setTransformedValue(7, forKey: "tint") }
            try expect(error.code, is: .coding)
        }
    }
}
