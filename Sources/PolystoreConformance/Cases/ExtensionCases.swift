import Foundation
import PolystoreCore
import PolystoreStorage

/// Functions that a program adds to the language, fetches within predicates, and templates.
enum ExtensionCases {
    static func add(to list: inout CaseList) {
        addFunctions(to: &list)
        list.add(.fetch, "a fetch within a predicate sees the context's unsaved changes, unless it leaves them out") {
            bench in
            let context = bench.context(try LanguageCases.container(bench))
            let third = try require(try context.find("Person", FetchPredicate(format: "number = 3")).first)
            try third.setValue(.integer(99), forKey: "age")
            func found(_ text: String) throws -> [Int] {
                try context.find("Person", FetchPredicate(format: text), by: [SortKey(["number"])]).numbers()
            }
            try expect(try found("SELF IN FETCH(Person WHERE age > 60)"), is: [3, 4])
            try expect(try found("SELF IN FETCH(Person WHERE age > 60 SAVED)"), is: [4])
            try expect(try found("age = FETCH(Person).@max.age"), is: [3])
            context.rollback()
        }
        list.add(
            .errors, "a fetch that names an unknown entity or property is refused with the nearest name",
            covers: [.queryError(.unknownEntity), .queryError(.unknownProperty)]
        ) { bench in
            let context = bench.context(try LanguageCases.container(bench))
            for (text, code, nearest) in [
                ("SELF IN FETCH(Persn)", QueryError.Code.unknownEntity, "Person"),
                ("SELF IN FETCH(Person WHERE aeg > 3)", .unknownProperty, "age"),
                ("age IN FETCH(Person SORT {nmae}).age", .unknownProperty, "name"),
                ("age IN FETCH(Person).agee", .unknownProperty, "age"),
            ] {
                let error = try expectError(QueryError.self, text) {
                    _ = try context.find("Person", FetchPredicate(format: text))
                }
                try expect(error.code, is: code, text)
                try expect(error.details[.suggestion], is: nearest, text)
            }
        }
        list.add(
            .errors, "a template that is not there, or whose variable has no value, is refused with the nearest name",
            covers: [.queryError(.unknownTemplate), .queryError(.unboundVariable)]
        ) { bench in
            var description = ModelDescription.of(.named("Item", [.required("number", .integer64)]))
            var template = FetchRequestDescription(entityName: "Item")
            template.predicate = try FetchPredicate(format: "number > $LEAST")
            template.sortKeys = try SortKey.keys(format: "-number")
            description.fetchRequestTemplates["greater"] = template
            let container = try bench.open(description)
            let context = bench.context(container)
            for number in 1...3 { try context.add("Item", ["number": .integer(Int64(number))]) }
            let request = try container.model.fetchRequest(fromTemplate: "greater", substituting: ["LEAST": 1])
            try expect(try context.fetch(FetchRequest<ManagedObject>(request)).numbers(), is: [3, 2])
            let absent = try expectError(QueryError.self, "template") {
                _ = try container.model.fetchRequest(fromTemplate: "graeter")
            }
            try expect(absent.code, is: .unknownTemplate)
            try expect(absent.details[.suggestion], is: "greater")
            let unbound = try expectError(QueryError.self, "variable") {
                _ = try container.model.fetchRequest(fromTemplate: "greater", substituting: ["LAEST": 1])
            }
            try expect(unbound.code, is: .unboundVariable)
            try expect(unbound.details[.suggestion], is: "LAEST")
        }
    }

    private static func addFunctions(to list: inout CaseList) {
        list.add(
            .errors, "a function needs a name of its own, and an unknown one is refused with the nearest name",
            covers: [.queryError(.invalidFunctionName), .queryError(.unknownFunction)]
        ) { bench in
            let container = try LanguageCases.container(bench)
            for name in ["uppercase", "two words", "", "AND", "TERNARY", "random", "date", "sum:"] {
                let error = try expectError(QueryError.self, name) {
                    _ = try ExtensionFunction(name, operands: 1) { $0[0] }
                }
                try expect(error.code, is: .invalidFunctionName, name)
            }
            let second = try expectError(QueryError.self, "a second of one name") {
                try container.register(try ExtensionFunction("shout", operands: 1) { $0[0] })
            }
            try expect(second.code, is: .invalidFunctionName)
            let unknown = try expectError(QueryError.self, "unknown") {
                _ = try bench.context(container).find("Person", FetchPredicate(format: "shuot(name) = 'A'"))
            }
            try expect(unknown.code, is: .unknownFunction)
            try expect(unknown.details[.suggestion], is: "shout")
        }
        list.add(
            .errors, "what a registered function throws is the cause of the error",
            covers: [.queryError(.functionFailed)]
        ) { bench in
            let container = try LanguageCases.container(bench)
            try container.register(try fails.get())
            let error = try expectError(QueryError.self, "fails") {
                do {
                    _ = try bench.context(container).find("Person", FetchPredicate(format: "fails(name) = 'A'"))
                } catch let error as FetchError {
                    throw error.cause as? QueryError ?? error
                }
            }
            try expect(error.code, is: .functionFailed)
            try expect(error.details[.function], is: "fails")
            try expect(error.cause is CocoaError)
        }
        list.add(.fetch, "now() is one instant in the predicate, the order and the columns of a request") { bench in
            let container = try LanguageCases.container(bench)
            let notes = InstantNotes()
            let name = "note\(UInt64.random(in: 0...UInt64.max))"
            try container.register(
                try ExtensionFunction(name, operands: 1) { operands in
                    notes.add(operands[0])
                    return operands[0]
                })
            var objects = FetchRequestDescription(entityName: "Person")
            objects.predicate = try FetchPredicate(
                format: "\(name)(now()) > born OR number IN FETCH(Person WHERE \(name)(now()) != nil).number")
            objects.sortKeys = try SortKey.keys(format: "\(name)(now())")
            let columns = [NamedExpression("at", try FetchExpression(format: "\(name)(now())"))]
            let found = try bench.context(container).fetchDictionaries(
                DictionaryRequestDescription(objects, columns: columns))
            try expect(found.count, is: 5)
            try expect(Set(found.compactMap { $0["at"] }).count, is: 1)
            try expect(notes.all.count, is: 1)
        }
    }

    private static let fails = Result {
        try ExtensionFunction("fails", operands: 1) { _ in throw CocoaError(.featureUnsupported) }
    }
}

/// The different values that a function was called with, from any thread.
private final class InstantNotes: Sendable {
    private let values = Locked<Set<Value>>([])

    var all: Set<Value> { values.withLock { $0 } }

    func add(_ value: Value) { values.withLock { _ = $0.insert(value) } }
}
