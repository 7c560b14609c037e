import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreRandom
import PolystoreStorage

/// Values that lie at the bounds of their types.
enum RecordSamples {
    static func values(_ type: AttributeType) -> [Value] {
        switch type {
        case .integer16: [.min, -1, 0, 1, .max].map { (value: Int16) in .integer(Int64(value)) }
        case .integer32: [.min, -1, 0, 1, .max].map { (value: Int32) in .integer(Int64(value)) }
        case .integer64: [.min, -1, 0, 1, .max].map { (value: Int64) in .integer(value) }
        case .decimal:
            ["0", "-0.1", "12345678901234567890.0123456789", "-99999999999999999999999999999999999999", "1e-127"]
                .compactMap { Decimal(string: $0).map(Value.decimal) }
        case .double:
            [-.infinity, -.greatestFiniteMagnitude, 0, .leastNonzeroMagnitude, 0.1, .infinity].map {
                (value: Double) in .double(value)
            }
        case .float: [-Float.infinity, 0, .leastNonzeroMagnitude, 0.5, .infinity].map { .double(Double($0)) }
        case .string: ["", "\0", "a", "e\u{301}", "😀", String(repeating: "ß", count: 5000)].map(Value.string)
        case .boolean: [.boolean(false), .boolean(true)]
        case .date:
            [-63_113_904_000, 0, 0.001, 252_423_993_599].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .binary, .transformable:
            [0, 1, 4096, 4097, 100_000].map { count in
                .data(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
            }
        case .uuid: [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), UUID()].map(Value.uuid)
        case .uri: ["a:b", "https://example.com/?q=1#f", "relative/path"].compactMap { URL(string: $0) }.map(Value.uri)
        case .objectID:
            [1, Int64.max].map {
                .object(
                    ObjectID(
                        store: StoreNumber(interning: UUID()), root: RootNumber(interning: "Elsewhere"), key: $0))
            }
        case .undefined, .composite: []
        }
    }

    /// A random change set with everything that one may hold.
    static func random(_ model: RecordModel, _ random: inout RandomSource) throws -> ChangeSet {
        var origin = ChangeOrigin(
            contextName: random.chance(2) ? "main" : nil, author: random.chance(2) ? "Ada 😀" : nil)
        origin.time = Date(timeIntervalSinceReferenceDate: Double(random.below(1_000_000)))
        var result = ChangeSet(origin: origin)
        if random.chance(2) { result.commits[model.store] = UInt64(random.below(1000)) }
        result.touched = (0..<random.below(5)).map { _ in model.id(random.chance(2) ? "Person" : "Tag", 3) }
        var part = StoreChanges()
        part.inserts = try rows(model, version: 1, &random)
        part.updates = try rows(model, version: 2 + UInt32(random.below(7)), &random)
        part.tombstones = try rows(model, version: 4, &random)
        for key in 0..<random.below(4) {
            part.deletes.append(.init(entity: try model.entity("Sample"), key: 900 + Int64(key), expectedVersion: 4))
            part.locks.append(.init(entity: try model.entity("Tag"), key: 800 + Int64(key), expectedVersion: 1))
        }
        let kinds = [("Sample", "tags"), ("Sample", "marks"), ("Sample", "friends")]
        for key in 0..<random.below(8) {
            let (entity, relationship) = random.pick(kinds)
            part.links.append(
                try model.link(
                    entity, relationship, random.chance(3) ? .remove : .put, Int64(key), Int64(random.below(9)),
                    random.chance(2) ? Int64.random(in: .min ... .max, using: &random) : nil,
                    random.chance(2) ? Int64(random.below(9)) : nil))
        }
        for name in 0..<random.below(3) {
            part.metadata["entry \(name)"] = random.chance(2) ? .some("ß\0") : .some(nil)
        }
        result[model.store] = part
        if random.chance(2) {
            var other = StoreChanges()
            other.metadata = ["a": "b"]
            result[model.people] = other
        }
        return result
    }

    private static func rows(
        _ model: RecordModel, version: UInt32, _ random: inout RandomSource
    ) throws -> [StoreChanges.Row] {
        var rows: [StoreChanges.Row] = []
        var key: Int64 = 0
        for entity in ["Sample", "Special", "Tag"] {
            for _ in 0..<random.below(5) {
                key += Int64(1 + random.below(100))
                rows.append(try model.row(entity, key, version: version, try randomValues(model, entity, &random)))
            }
        }
        return rows
    }

    private static func randomValues(
        _ model: RecordModel, _ entity: String, _ random: inout RandomSource
    ) throws -> [String: Value] {
        var values: [String: Value] = [:]
        for attribute in try model.entity(entity).attributes where random.chance(2) {
            if attribute.type == .composite {
                values["compositeValue.street"] = .string("High Street")
                values["compositeValue.zip"] = .integer(-1)
            } else {
                values[attribute.name] = random.pick(Self.values(attribute.type))
            }
        }
        if entity == "Tag" { return values }
        if random.chance(2) {
            values["owner"] = .object(model.id("Person", Int64(random.below(9))))
            values["owner#order"] = .integer(Int64(random.below(1000)) - 500)
        }
        if random.chance(2) { values["origin"] = .object(model.id("Sample", Int64(random.below(9)))) }
        return values
    }
}
