import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import TestFolders
import Testing

@Suite("Limits of LMDB stores")
struct LimitTests {
    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            var cause: (any Error)? = error
            while let current = cause {
                if let error = current as? StoreError { return error.code }
                cause = (current as? any StructuredError)?.cause
            }
            return nil
        }
    }

    @Test("P7: a small map is enough for a small store that is saved over and over", arguments: [256 << 10, 1 << 20])
    func smallMap(_ size: Int) throws {
        let container = try graph.open { $0.options.values["mapSize"] = .size(size) }
        let context = container.newConfinedContext()
        let person = try context.insert(Person.self) { $0.name = "Ada" }
        for age in 0..<300 {
            person.age = age
            try context.save()
        }
        try container.close()
    }

    @Test("a save that fills the map fails, what was saved is there, and a greater map goes on")
    func mapFull() throws {
        let container = try graph.open { $0.options.values["mapSize"] = .size(512 << 10) }
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = "Ada" }
        try context.save()
        let large = try context.insert(Person.self) { ($0.name, $0.photo) = ("Large", Data(count: 1 << 20)) }
        #expect(code { try context.save() } == .full)
        context.delete(large)
        try context.insert(Person.self) { $0.name = "Bob" }
        try context.save()
        #expect(try Graph.names(container) == ["Ada", "Bob"])
        try container.close()

        let greater = try graph.open { $0.options.values["mapSize"] = .size(16 << 20) }
        let other = greater.newConfinedContext()
        try other.insert(Person.self) { ($0.name, $0.photo) = ("Large", Data(count: 1 << 20)) }
        try other.save()
        #expect(try Graph.names(greater) == ["Ada", "Bob", "Large"])
        #expect(try Graph.findings(greater).isEmpty)
        try greater.close()
    }

    @Test("a map of terabytes costs no file")
    func reservation() throws {
        let container = try graph.open { $0.options.values["mapSize"] = .size(8 << 40) }
        let size = try graph.file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        #expect(try #require(size) < 256 << 10)
        try container.close()
        let smaller = try graph.open()
        try smaller.close()
    }

    @Test("options that make no sense are refused by name")
    func options() throws {
        for (name, value) in [
            ("mapSize", StoreOptions.Value.size(1024)), ("mapSize", .size(1 << 60)), ("readers", .count(0)),
            ("readers", .count(5000)), ("verify", .word("all")), ("cacheSize", .size(1 << 20)),
        ] {
            let error = try graph.openingError { $0.options.values[name] = value }
            #expect(error.code == .invalidOption)
            #expect(error.details[.found] == name)
        }
    }

    @Test("texts longer than a key are found, compared and ordered like others, and are unique")
    func longTexts() throws {
        let stem = String(repeating: "long ", count: 120)
        let texts = ["", "a", stem, stem + "1", stem + "2", stem + "10", stem + "é", String(stem.dropLast(200)), "z"]
        let container = try graph.open()
        let memory = try PersistentContainer.inMemory(model: Graph.classes)
        for container in [container, memory] {
            let context = container.newConfinedContext()
            for (index, text) in texts.enumerated() {
                try context.insert(Company.self) { ($0.name, $0.note) = (text, texts[texts.count - 1 - index]) }
            }
            try context.save()
        }
        try container.close()
        let again = try graph.open()
        func names(_ container: PersistentContainer, _ format: String) throws -> [String] {
            let request = FetchRequest(Company.self).where(try FetchPredicate(format: format))
                .sorted(by: Company.note).sorted(by: Company.name)
            return try container.newConfinedContext().fetch(request).map(\.name)
        }
        for text in texts {
            for comparison in ["==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS"] {
                for property in ["name", "note"] {
                    let format = "\(property) \(comparison) \"\(text)\""
                    let found = try names(again, format) == names(memory, format)
                    #expect(found, "\(property) \(comparison), \(text.count) characters")
                }
            }
        }
        let context = again.newConfinedContext()
        try context.insert(Company.self) { $0.name = stem + "2" }
        #expect(throws: (any Error).self) { try context.save() }
        #expect(try Graph.findings(again).isEmpty)
        try again.close()
    }

    @Test("a store open for reading reads, and refuses to be changed")
    func readOnly() throws {
        #expect(try graph.openingError { ($0.access, $0.creates) = (.readOnly, false) }.code == .missing)
        try graph.make("Ada")
        let container = try graph.open { ($0.access, $0.creates) = (.readOnly, false) }
        #expect(try Graph.names(container) == ["Ada"])
        let context = container.newConfinedContext()
        #expect(throws: (any Error).self) {
            try context.insert(Person.self) { $0.name = "Bob" }
            try context.save()
        }
        #expect(try graph.openingError().code == .duplicateIdentifier)
        try container.close()
    }

    @Test("a missing file is made, with its folders, unless that is forbidden")
    func missing() throws {
        let nested = Graph(folder.url("a/b"))
        #expect(try nested.openingError { $0.creates = false }.code == .missing)
        try nested.make("Ada")
    }
}
