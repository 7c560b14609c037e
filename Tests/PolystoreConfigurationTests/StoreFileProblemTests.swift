import Foundation
import PolystoreConfiguration
import PolystoreModel
import PolystoreStorage
import Testing

@Suite("Problems of store files")
struct StoreFileProblemTests {
    private static let bad =
        BadStoreFile.texts + BadStoreFile.values + BadStoreFile.variables + BadStoreFile.names + BadStoreFile.partitions

    @Test("the file from which bad ones are made is good")
    func plainFileIsGood() throws {
        #expect(try StoreFileExample.problems(in: StoreFileExample.plain) == [])
    }

    @Test("a bad store file is refused with every problem at its place", arguments: bad)
    func badFile(_ file: BadStoreFile) throws {
        let expected = file.messages.map { "polystore.yaml" + $0 }
        let found = try StoreFileExample.problems(in: file.text, environment: file.environment)
        #expect(found == expected)
        for value in file.environment.values where !value.isEmpty {
            #expect(!found.contains { $0.contains("'\(value)'") }, "a value of the environment is shown")
        }
    }

    @Test("the documented messages stand word for word at the documented places")
    func documentedMessages() throws {
        func expect(_ message: String, _ old: String, _ new: String, leavingOut type: String? = nil) throws {
            let text =
                old.isEmpty
                ? StoreFileExample.complete
                : StoreFileExample.complete.replacing(old, with: new, maxReplacements: 1)
            #expect(text != StoreFileExample.complete || type != nil)
            let types = StoreFileExample.types.filter { $0.name != type }
            let problems = try StoreFileExample.problems(in: text, types: types)
            #expect(problems.contains("polystore.yaml\(message)"), "\(problems)")
            #expect(problems.count == 1, "\(problems)")
        }
        try expect(
            ":9:11: error: unknown store type 'sqllite'; known here: sqlite, lmdb, memory (did you mean 'sqlite'?)",
            "type: sqlite", "type: sqllite")
        try expect(
            ":21:11: error: store type 'lmdb' is not linked into this program; "
                + "add the product PolystoreLMDB and pass .lmdb in storeTypes", "", "", leavingOut: "lmdb")
        try expect(
            ":12:5: error: unknown key 'acces' in store 'people' (did you mean 'access'?)", "access:", "acces:")
        try expect(
            ":25:16: error: option 'mapSize' needs a size with a unit, from 64KiB to 64TiB; found '64'", "64GiB", "64")
        try expect(
            ":10:10: error: environment variable DATA is not set and has no default; write ${DATA:-data}",
            "${DATA:-data}/people", "${DATA}/people")
    }

    @Test("two homes without a rule are told with their lines, at the second one")
    func documentedAmbiguity() throws {
        let example = StoreFileExample.complete.replacing(
            "  ordersEU:\n", with: "  #\n  #\n  #\n  #\n  #\n  ordersEU:\n")
        let text = try String(example[..<#require(example.firstRange(of: "partitions:")).lowerBound])
        #expect(
            try StoreFileExample.problems(in: text).last
                == "polystore.yaml:39:16: error: entity 'Order' has two writable homes, 'ordersEU' (line 32) "
                + "and 'ordersUS' (line 36), and no rule; add partitions.Order")
    }

    @Test("an entity without a home is told which configuration could take it")
    func homelessEntity() throws {
        let model = try ManagedObjectModel(
            ModelFile.read(
                text: "polystoreModel: 1\nmodel: M\nentities:\n  Invoice: { attributes: { a: string } }\n"
                    + "  Person: { attributes: { a: string } }\nconfigurations: { People: [Person] }",
                file: "m"))
        let lines = StoreFileExample.complete.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.prefix(19).joined(separator: "\n")
        let problems = try StoreFileExample.problems(in: text, model: model)
        #expect(
            problems.last
                == "polystore.yaml: error: entity 'Invoice' has no home; list it in a store, "
                + "or add it to configuration 'People' (used by store 'people', line 11)")
    }

    @Test("every problem of a file is found at once, in the order of the file")
    func manyProblems() throws {
        let text = StoreFileExample.plain.replacing("type: memory", with: "type: memori\n    acces: x")
            .replacing("by: region", with: "by: regon").replacing("configuration: People", with: "configuration: P")
        #expect(
            try StoreFileExample.problems(in: text) == [
                "polystore.yaml:6:20: error: unknown configuration 'P'; known here: People",
                "polystore.yaml:20:11: error: unknown store type 'memori'; known here: sqlite, lmdb, memory "
                    + "(did you mean 'memory'?)",
                "polystore.yaml:21:5: error: unknown key 'acces' in store 'session' (did you mean 'access'?)",
                "polystore.yaml:25:9: error: entity 'Order' has no attribute 'regon' (did you mean 'region'?)",
            ])
    }
}
