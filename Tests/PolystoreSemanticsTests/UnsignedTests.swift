import Foundation
import Polystore
import Testing

/// A host with numbers that are never below zero.
final class Host: ManagedObject, Entity {
    static let port = Attribute<UInt16>("port", .stored(as: .integer32))
    static let bits = Attribute<UInt8?>("bits")
    static let rank = Attribute<UInt16>("rank", .stored(as: .integer16))
    static let size = Attribute<UInt64>("size"), count = Attribute<UInt>("count"), mask = Attribute<UInt32>("mask")
    static let entity = EntityDescription(Host.self, port, bits, rank, size, count, mask)
}

@Suite("Numbers without a sign")
struct UnsignedTests {
    @Test("they are kept, found and sorted as numbers, up to what the attribute holds")
    func values() throws {
        let container = try PersistentContainer.inMemory(model: [Host.self])
        let context = container.newConfinedContext()
        let host = try context.insert(Host.self) {
            ($0.port, $0.bits, $0.rank) = (.max, .max, 32_767)
            ($0.size, $0.count, $0.mask) = (UInt64(Int64.max), 7, .max)
        }
        try context.insert(Host.self) { ($0.port, $0.rank, $0.size, $0.count, $0.mask) = (80, 1, 1, 1, 1) }
        try context.save()
        context.refreshAllObjects()
        #expect(host.port == .max && host.bits == .max && host.rank == 32_767 && host.mask == .max)
        #expect(host.size == UInt64(Int64.max) && host.count == 7)
        let found = try context.fetch(FetchRequest(Host.self).where(Host.port >= 80).sorted(by: Host.port))
        #expect(found.map(\.port) == [80, .max])
        #expect(try context.fetch(FetchRequest(Host.self).where(Host.bits == nil)).count == 1)
    }

    @Test("they are summed, averaged and computed with, and what comes out may be below zero")
    func arithmetic() throws {
        let context = try PersistentContainer.inMemory(model: [Host.self]).newConfinedContext()
        try context.insert(Host.self) {
            ($0.port, $0.bits, $0.rank) = (80, 3, 1)
            ($0.size, $0.count, $0.mask) = (1, 1, 1)
        }
        try context.insert(Host.self) {
            ($0.port, $0.bits, $0.rank) = (.max, nil, 2)
            ($0.size, $0.count, $0.mask) = (1, 1, 1)
        }
        try context.save()
        let all = FetchRequest(Host.self)
        let sums = try context.compute(sum(Host.port), sum(Host.bits), average(Host.rank), from: all)
        #expect(sums.count == 1 && sums.allSatisfy { $0 == (80 + 65_535, 3, 1.5) })
        #expect(try context.fetch(all.where(Host.port - 100 < 0)).map(\.port) == [80])
        #expect(try context.fetch(all.where(Host.rank + Host.bits == 4)).map(\.port) == [80])
    }

    @Test("a number that does not fit is refused with a typed error and changes nothing")
    func tooLarge() throws {
        let context = try PersistentContainer.inMemory(model: [Host.self]).newConfinedContext()
        let host = try context.insert(Host.self) {
            ($0.port, $0.rank, $0.size, $0.count, $0.mask) = (80, 5, 1, 1, 1)
        }
        host.rank = 40_000
        #expect(throws: ValueError.self) { try context.save() }
        #expect(context.takeAccessError() != nil && host.rank == 5)
        host.size = .max
        let error = #expect(throws: ValueError.self) { try context.save() }
        #expect(error?.code == .outOfRange && host.size == 1)
        _ = context.takeAccessError()
        try context.save()
    }

    @Test("a number below zero that another program stored makes the object inaccessible, and is reported")
    func belowZero() throws {
        let context = try PersistentContainer.inMemory(model: [Host.self]).newConfinedContext()
        let host = try context.insert(Host.self)
        try host.setValue(.integer(-1), forKey: "port")
        #expect(host.port == 0)
        let error = #expect(throws: ValueError.self) { try host.value(for: Host.port) }
        #expect(error?.code == .unknownValue)
        context.rollback()
    }
}
