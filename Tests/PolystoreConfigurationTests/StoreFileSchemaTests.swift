import Foundation
import PolystoreStorage
import Testing
import Yams

@testable import PolystoreConfiguration

@Suite("The JSON Schema of store files")
struct StoreFileSchemaTests {
    private func complaints(about text: String) throws -> [String] {
        let schema = StoreFile.jsonSchema(storeTypes: StoreFileExample.types)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any])
        let document = try #require(try Yams.compose(yaml: text))
        return SchemaChecker.complaints(about: document, schema: root, at: "")
    }

    @Test("the complete example satisfies it")
    func completeExample() throws {
        #expect(try complaints(about: StoreFileExample.complete) == [])
        #expect(try complaints(about: StoreFileExample.plain) == [])
    }

    @Test(
        "it finds what the reader finds in the structure",
        arguments: [
            ("access: readWrite", "acces: readWrite"), ("access: readWrite", "access: readonly"),
            ("create: true", "create: yes"), ("lockTimeout: 5s", "lockTimeout: 5"), ("mapSize: 64GiB", "mapSize: 64"),
            ("readers: 126", "writers: 126"), ("readers: 8", "readers: 1001"), ("type: lmdb", "type: lmbd"),
            ("    type: memory\n", ""),
            ("    type: memory\n", "    type: memory\n    url: x\n"), ("    configuration: People", "    #"),
            ("entities: [Selection]", "entities: Selection"), ("polystore: 1 ", "polystore: 2 "),
            ("polystore: 1 ", "#"), ("    by: region", "    #"), ("stores:\n", "store:\n"),
            ("    url: ${DATA:-data}/graph.lmdb\n", ""),
        ])
    func badFile(_ old: String, _ new: String) throws {
        let text = StoreFileExample.complete.replacing(old, with: new, maxReplacements: 1)
        #expect(text != StoreFileExample.complete)
        #expect(try !complaints(about: text).isEmpty)
        #expect(try StoreFileExample.problems(in: text).contains { !$0.contains("not available yet") })
    }

    @Test("the documentation names every key, unit, word and default")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Polystore/Polystore.docc/StoreFile.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        func check(_ keys: [StoreFileKey]) {
            for key in keys {
                #expect(text.contains("`\(key.name)`"), "the key \(key.name) is missing")
                if let fallback = key.fallback { #expect(text.contains("`\(fallback)`"), "the default of \(key.name)") }
                switch key.kind {
                case .choice(let words):
                    for word in words { #expect(text.contains("`\(word)`"), "a word of \(key.name)") }
                case .section(let keys), .sections(let keys): check(keys)
                default: break
                }
            }
        }
        check(StoreFileKey.fileKeys)
        for unit in ByteSize.units.map(\.0) + TimeSpan.units.map(\.0) { #expect(text.contains("`\(unit)`")) }
        #expect(text.contains(StoreFileExample.complete))
    }
}
