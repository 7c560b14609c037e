import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import Testing

@Suite("Memory of fetches over several stores")
struct FetchMemoryTests {
    final class Sale: ManagedObject, Entity {
        static let region = Attribute<String>("region"), total = Attribute<Int>("total", .indexed)
        static let note = Attribute<String>("note")
        static let buyer = ToOne<Buyer>("buyer")
        static let entity = EntityDescription(Sale.self, region, total, note, buyer)
    }

    final class Buyer: ManagedObject, Entity {
        static let name = Attribute<String>("name")
        static let entity = EntityDescription(Buyer.self, name)
    }

    private struct Held {
        weak var batch: RowBatch?
    }

    static let count = 5000

    private static func container(_ types: [String], _ folder: URL) throws -> PersistentContainer {
        func store(_ name: String, _ type: String, _ entity: String) -> PersistentStoreDescription {
            var description = PersistentStoreDescription(
                name: name, type: type, url: type == "memory" ? nil : folder.appendingPathComponent(name))
            description.entities = [entity]
            return description
        }
        let rule = PartitionRule(
            entity: "Sale", attribute: "region",
            homes: [.init(.string("eu"), store: "eu"), .init(.string("us"), store: "us")])
        let container = try PersistentContainer(
            model: [Sale.self, Buyer.self],
            stores: [store("eu", types[0], "Sale"), store("us", types[1], "Sale"), store("rest", types[1], "Buyer")],
            partitions: [rule], storeTypes: [.memory, .sqlite, .lmdb])
        let context = container.newConfinedContext()
        let buyers = try (0..<20).map { number in try context.insert(Buyer.self) { $0.name = "buyer \(number)" } }
        for number in 0..<count {
            try context.insert(Sale.self) { sale in
                sale.region = number.isMultiple(of: 3) ? "eu" : "us"
                (sale.total, sale.buyer) = (number * 7919 % count, buyers[number % 20])
                sale.note = "a note about the sale with the number \(number), long enough to fill batches"
            }
        }
        try context.save()
        return container
    }

    @Test(
        "rows of two stores are merged, filtered and joined with a few batches in memory",
        arguments: [["memory", "memory"], ["memory", "lmdb"], ["sqlite", "lmdb"]])
    func batches(types: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // the system empties the folder some day
        let container = try Self.container(types, folder)
        let all = FetchRequest(Sale.self)
        let requests: [(name: String, request: FetchRequest<Sale>, count: Int, batches: Int)] = [
            ("merge", all.sorted(by: Sale.total), Self.count, 4),
            ("merge, filtered", all.where(Sale.note.contains("9")).sorted(by: Sale.total, ascending: false), 1355, 4),
            ("scan", all, Self.count, 3),
            ("semi-join", all.where(Sale.buyer.name == "buyer 7"), Self.count / 20, 3),
        ]
        for (name, request, count, limit) in requests {
            let resolved = try RequestResolver(model: container.model).resolve(request.description)
            let snapshots = try container.coordinator.snapshot()
            var (held, found, most, inOrder) = ([Held](), 0, 0, true)
            var last: Int64?
            func meet(_ batch: RowBatch?) {
                if let batch, !held.contains(where: { $0.batch === batch }) {
                    held.append(Held(batch: batch))
                }
                held.removeAll { $0.batch == nil }
                most = max(most, held.count)
            }
            let isAscending = resolved.sortKeys.first?.isAscending
            try container.coordinator.rows(of: resolved, in: snapshots) { rows in
                if case .batch(let batch) = rows { meet(batch) }
                return rows.allSatisfy { row in
                    meet(row.batch)
                    found += 1
                    guard case .integer(let total) = row.view.value(for: PropertyKey("total")) else { return false }
                    if let isAscending, let last, (last < total) != isAscending { inOrder = false }
                    last = total
                    return true
                }
            }
            #expect(found == count, "\(name)")
            #expect(inOrder, "\(name)")
            #expect(most <= limit, "\(name)")
        }
        try container.close()
    }

    @Test("the first of an order without an index keep a few times as many rows as are wanted")
    func first() throws {
        let folder = FileManager.default.temporaryDirectory
        let container = try Self.container(["memory", "memory"], folder)
        let context = container.newConfinedContext()
        let request = FetchRequest(Sale.self).sorted(by: Sale.note, ascending: false).limit(10)
        let explanation = try context.explain(request, analyzing: true)
        #expect(explanation.stores.map { $0.steps.last?.actualRows } == [10, 10])
        #expect(explanation.actualRows == 10)
        try container.close()
    }

    @Test("counts and ends of all objects come from each store by itself, unsaved changes included")
    func ends() throws {
        let container = try Self.container(["memory", "memory"], FileManager.default.temporaryDirectory)
        let context = container.newConfinedContext()
        try context.insert(Sale.self) { ($0.region, $0.total, $0.note) = ("eu", 9999, "unsaved") }
        func column(_ name: String) -> NamedExpression {
            NamedExpression(name, .function("\(name):", [.keyPath(["total"])]))
        }
        let columns = ["min", "max", "count"].map(column)
        let request = DictionaryRequestDescription(FetchRequest(Sale.self).description, columns: columns)
        let expected: [String: Value] = ["min": .integer(0), "max": .integer(9999), "count": .integer(5001)]
        #expect(try context.fetchDictionaries(request) == [expected])
        // One more aggregate that needs every row computes all of them on the way, and the same.
        let sum = DictionaryRequestDescription(
            FetchRequest(Sale.self).description, columns: columns + [column("sum")])
        var result = try #require(try context.fetchDictionaries(sum).first)
        #expect(result.removeValue(forKey: "sum") == .integer(12_507_499))
        #expect(result == expected)
        let none = DictionaryRequestDescription(
            FetchRequest(Sale.self).where(Sale.total > 20_000).description, columns: columns)
        #expect(try context.fetchDictionaries(none) == [["count": .integer(0)]])
        try container.close()
    }

    @Test("a few rows here are looked up there when the question would be the greater effort")
    func direction() throws {
        let folder = FileManager.default.temporaryDirectory
        let container = try Self.container(["memory", "memory"], folder)
        let context = container.newConfinedContext()
        for number in 0..<1000 { try context.insert(Buyer.self) { $0.name = "nobody \(number)" } }
        try context.save()
        let few = FetchRequest(Sale.self).where(Sale.total < 5 && Sale.buyer.name.contains("1"))
        let here = try context.explain(few, analyzing: true)
        #expect(here.questions.allSatisfy { $0.fetch.stores.allSatisfy { $0.visitedRows == nil } }, "\(here)")
        #expect(here.questions.first?.text.contains("looked up batch by batch") == true, "\(here)")
        let many = FetchRequest(Sale.self).where(Sale.total < 4000 && Sale.buyer.name.contains("1"))
        let there = try context.explain(many, analyzing: true)
        #expect(there.questions.first?.text.contains("282 objects for buyer") == true, "\(there)")
        for request in [few, many] {
            let expected = try context.fetch(FetchRequest(Sale.self)).count { sale in
                sale.total < (request.description == few.description ? 5 : 4000)
                    && sale.buyer?.name.contains("1") ?? false
            }
            #expect(try context.count(request) == expected)
        }
        try container.close()
    }
}
