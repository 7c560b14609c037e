import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreConfiguration

@Suite("Reading store files")
struct StoreFileReadingTests {
    private func read(_ text: String, _ environment: [String: String] = [:]) throws -> StoreFile {
        try StoreFile(
            text: text, name: "polystore.yaml", folder: StoreFileExample.folder, environment: environment)
    }

    @Test("every key of the complete example is read")
    func completeExample() throws {
        let file = try read(StoreFileExample.complete, ["DATA": "/var/lib/staff"])
        #expect(file.model?.path == "/srv/staff/staff.model.yaml")
        #expect(file.relocation == .refuse)
        #expect(file.commitLog?.url.path == "/var/lib/staff/commit.log")
        #expect(file.commitLog?.checkpointSize == 16 << 20)
        #expect(file.stores.map(\.name) == ["people", "graph", "ordersEU", "ordersUS", "session"])
        let people = file.stores[0]
        #expect(people.type == "sqlite")
        #expect(people.url?.path == "/var/lib/staff/people.sqlite")
        #expect(people.configuration == "People")
        #expect(people.entities == nil)
        #expect(people.access == .readWrite)
        #expect(people.creates)
        #expect(people.durability == .full)
        #expect(people.lockTimeout == .seconds(5))
        #expect(people.options.map(\.name) == ["cacheSize", "memoryMap", "readers"])
        #expect(people.options.map(\.value) == ["64MiB", "256MiB", "8"])
        #expect(file.stores[1].entities == ["Company", "Tag"])
        #expect(file.stores[4].url == nil)
        let partition = file.partitions[0]
        #expect((partition.entity, partition.attribute) == ("Order", "region"))
        #expect(partition.homes.map(\.value) == ["eu", "us"])
        #expect(partition.homes.map(\.store) == ["ordersEU", "ordersUS"])
        #expect(partition.otherwise == nil)
    }

    @Test("what a file leaves out has its documented default")
    func defaults() throws {
        let file = try read(
            """
            polystore: 1
            stores:
              a: { type: memory, entities: [Person] }
              b: { type: sqlite, url: b.sqlite, access: readOnly, configuration: All }
            """)
        #expect(file.model == nil)
        #expect(file.relocation == .refuse)
        #expect(file.commitLog == nil)
        #expect(file.partitions.isEmpty)
        #expect(file.stores[0].access == .readWrite)
        #expect(file.stores[0].creates)
        #expect(file.stores[0].durability == nil)
        #expect(file.stores[0].lockTimeout == .seconds(5))
        #expect(file.stores[0].options.isEmpty)
        #expect(!file.stores[1].creates, "a store that is only read is not made")
    }

    @Test("JSON is a store file too, with escapes beyond the basic plane")
    func json() throws {
        let file = try read(
            """
            {
              "polystore": 1,
              "stores": {
                "people": {
                  "type": "sqlite", "url": "\\ud83d\\ude00.sqlite", "entities": ["Person"],
                  "create": false, "options": { "readers": 8 }
                }
              }
            }
            """)
        #expect(file.stores[0].url?.lastPathComponent == "😀.sqlite")
        #expect(!file.stores[0].creates)
        #expect(file.stores[0].options.map(\.value) == ["8"])
    }

    @Test("a file that ends its lines as other systems do is read, also after a byte order mark")
    func lineEndings() throws {
        let text = "\u{FEFF}" + StoreFileExample.plain.replacing("\n", with: "\r\n")
        #expect(try StoreFileExample.problems(in: text) == [])
        let bad = text.replacing("by: region", with: "by: regoin").replacing(
            "    type: memory", with: "    type: memory\r\n    type: x")
        #expect(
            try StoreFileExample.problems(in: bad) == [
                "polystore.yaml:21:5: error: the key 'type' is on line 20 already",
                "polystore.yaml:25:9: error: entity 'Order' has no attribute 'regoin' (did you mean 'region'?)",
            ])
    }

    @Test("scalars are taken as they are written", arguments: ["No", "on", "1e3", "~x", "null", "0x10", "1_000"])
    func scalars(_ name: String) throws {
        let file = try read("polystore: 1\nstores:\n  No: { type: memory, entities: [\(name)] }")
        #expect(file.stores[0].name == "No")
        #expect(file.stores[0].entities == [name])
    }

    @Test(
        "paths are relative to the file, absolute, or file: URLs",
        arguments: [
            ("data/a.sqlite", "/srv/staff/data/a.sqlite"), ("../a.sqlite", "/srv/a.sqlite"),
            ("./a.sqlite", "/srv/staff/a.sqlite"), ("/a/b.sqlite", "/a/b.sqlite"),
            ("file:///a/b%20c.sqlite", "/a/b c.sqlite"), ("a b.sqlite", "/srv/staff/a b.sqlite"),
            ("a:b", "/srv/staff/a:b"), ("100%.sqlite", "/srv/staff/100%.sqlite"),
        ])
    func paths(_ text: String, _ path: String) throws {
        let file = try read("polystore: 1\nstores:\n  a:\n    type: sqlite\n    url: \(text)\n    entities: [A]")
        #expect(file.stores[0].url?.path == path)
    }

    @Test("sizes and durations carry a unit")
    func units() {
        #expect(ByteSize.bytes("64MiB") == 64 << 20)
        #expect(ByteSize.bytes("1KiB") == 1_024)
        #expect(ByteSize.bytes("2GiB") == 2 << 30)
        #expect(ByteSize.bytes("1TiB") == 1 << 40)
        for text in ["64", "64MB", "64 MiB", "-1MiB", "+1MiB", "1.5GiB", "MiB", "", "9999999999999TiB", "٣MiB"] {
            #expect(ByteSize.bytes(text) == nil, "\(text)")
        }
        #expect(TimeSpan.duration("250ms") == .milliseconds(250))
        #expect(TimeSpan.duration("5s") == .seconds(5))
        #expect(TimeSpan.duration("1m") == .seconds(60))
        #expect(TimeSpan.duration("0s") == .zero)
        for text in ["5", "5h", "-5s", "0.5s", "5 s", "s", "", "99999999999999999999m", "999999999m"] {
            #expect(TimeSpan.duration(text) == nil, "\(text)")
        }
        #expect(["5s", "250ms", "1m", "90s", "0ms"].allSatisfy { TimeSpan.duration($0).map(TimeSpan.text) == $0 })
    }

    @Test("a file becomes the descriptions and rules that a coordinator takes")
    func resolution() throws {
        let file = try read(
            StoreFileExample.plain.replacing(
                "configuration: People",
                with: "configuration: People\n    access: readOnly\n    durability: losesLastSavesOnPowerCut\n"
                    + "    lockTimeout: 250ms\n    options:\n      cacheSize: 8MiB\n      readers: 4\n"
                    + "      checksums: true\n      journal: wal"
            ).replacing("otherwise: refuse", with: "otherwise: ordersUS"))
        let (descriptions, rules) = try file.resolve(
            model: StoreFileExample.model(), storeTypes: StoreFileExample.types)
        var people = PersistentStoreDescription(
            name: "people", type: "sqlite", url: URL(fileURLWithPath: "/srv/staff/data/people.sqlite"))
        people.configuration = "People"
        people.access = .readOnly
        people.creates = false
        people.durability = .losesLastSavesOnPowerCut
        people.lockTimeout = .milliseconds(250)
        people.options.values = [
            "cacheSize": .size(8 << 20), "readers": .count(4), "checksums": .flag(true), "journal": .word("wal"),
        ]
        #expect(descriptions[0] == people)
        #expect(descriptions.map(\.name) == ["people", "graph", "ordersEU", "ordersUS", "session"])
        #expect(descriptions[4].url == nil)
        #expect(descriptions[4].entities == ["Selection"])
        #expect(
            rules == [
                PartitionRule(
                    entity: "Order", attribute: "region", homes: ["eu": "ordersEU", "us": "ordersUS"],
                    otherwise: .store("ordersUS"))
            ])
    }

    @Test("the values of a rule have the attribute's type")
    func typedHomes() throws {
        let file = try read(
            StoreFileExample.plain.replacing("by: region", with: "by: number").replacing("eu: o", with: "1: o")
                .replacing("us: o", with: "-2: o"))
        let rules = try file.resolve(model: StoreFileExample.model(), storeTypes: StoreFileExample.types).partitions
        #expect(rules[0].homes == [.init(.integer(1), store: "ordersEU"), .init(.integer(-2), store: "ordersUS")])
    }

    @Test("a subentity may live in another store than its parent")
    func subentityElsewhere() throws {
        let text = StoreFileExample.plain.replacing("[Company, Tag]", with: "[Company, Tag, Manager]")
        #expect(try StoreFileExample.problems(in: text) == [])
        let rush = StoreFileExample.plain.replacing("[Company, Tag]", with: "[Company, Tag, Rush]")
        #expect(
            try StoreFileExample.problems(in: rush) == [
                "polystore.yaml:26:11: error: store 'ordersEU' does not hold entity 'Rush'",
                "polystore.yaml:27:11: error: store 'ordersUS' does not hold entity 'Rush'",
            ])
    }

    @Test("homes that are read-only need no rule")
    func readOnlyHome() throws {
        let text = StoreFileExample.plain.replacing("[Selection]", with: "[Selection, Company]\n    access: readOnly")
        #expect(try StoreFileExample.problems(in: text) == [])
    }
}
