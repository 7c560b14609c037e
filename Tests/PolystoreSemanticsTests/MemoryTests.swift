import Foundation
import Polystore
import PolystoreRandom
import Testing

final class Parcel: ManagedObject, Entity {
    static let number = Attribute<Int>("number"), label = Attribute<String>("label")
    static let entity = EntityDescription(Parcel.self, number, label)
}

@Suite("Memory of contexts (P9)")
struct MemoryTests {
    private func parcels(_ count: Int) throws -> PersistentContainer {
        let container = try PersistentContainer.inMemory(model: [Parcel.self])
        let writer = container.newConfinedContext()
        for number in 0..<count {
            try writer.insert(Parcel.self) { ($0.number, $0.label) = (number, "parcel \(number) of many") }
        }
        try writer.save()
        return container
    }

    @Test("the few objects that stay of large batches move into new ones, with their values")
    func evacuation() throws {
        let container = try parcels(5000)
        let context = container.newConfinedContext()
        var all = try context.fetch(FetchRequest(Parcel.self).sorted(by: Parcel.number))
        let before = context.heldRows
        let held = all.filter { $0.number % 100 == 7 }
        weak let rows = held[0].batch.rows
        all = []
        context.prune()
        #expect(context.registeredCount == 50)
        let after = context.heldRows
        #expect(after.batches == 1 && after.bytes * 50 < before.bytes)
        #expect(held.map(\.number) == (0..<50).map { $0 * 100 + 7 })
        #expect(held.map(\.label) == (0..<50).map { "parcel \($0 * 100 + 7) of many" })
        #expect(try context.existingObject(with: held[3].objectID, as: Parcel.self) === held[3])
        context.prune()
        #expect(rows == nil)
        #expect(context.heldRows.bytes == after.bytes)
        // What was moved can be changed and saved like anything else.
        held[3].label = "changed"
        try context.save()
        let other = container.newConfinedContext()
        #expect(try other.existingObject(with: held[3].objectID, as: Parcel.self).label == "changed")
    }

    @Test("objects whose keys lie far apart do not keep those whose keys follow each other from their places")
    func crowding() throws {
        let container = try parcels(1)
        let context = container.newConfinedContext()
        let first = try #require(try context.fetch(FetchRequest(Parcel.self)).first).objectID
        var source = RandomSource(seed: 11)
        let scattered = (0..<1500).map { _ in Int64(source.below(100_000) + 1) }
        let keys = scattered + (1..<20_000)
        let objects = register(keys, like: first, in: context)
        #expect(context.farthestRegistration <= 64)
        #expect(context.registeredCount == Set(keys).union([first.key]).count)
        for object in objects { #expect(context.object(with: object.objectID) === object) }
    }

    @Test("objects whose keys follow each other fill most places, and are found when others come into their midst")
    func density() throws {
        let container = try parcels(1)
        let context = container.newConfinedContext()
        let first = try #require(try context.fetch(FetchRequest(Parcel.self)).first).objectID
        let dense = register(2...28_600, like: first, in: context)
        #expect(context.farthestRegistration == 0)
        #expect(context.registrationPlaces == 32_768)
        // Their homes are taken.
        let others = register((2...41).map { $0 * 32_768 + 7000 }, like: first, in: context)
        #expect(context.farthestRegistration <= 64)
        let more = register(28_601...60_000, like: first, in: context)
        for object in dense + others + more { #expect(context.object(with: object.objectID) === object) }
        #expect(context.registeredCount == 1 + dense.count + others.count + more.count)
    }

    @Test("objects whose keys have no order are found, also the one farthest behind its home")
    func scattering() throws {
        let container = try parcels(1)
        let context = container.newConfinedContext()
        let first = try #require(try context.fetch(FetchRequest(Parcel.self)).first).objectID
        var source = RandomSource(seed: 12)
        let keys = Set((0..<5000).map { _ in Int64(source.below(1 << 40) + 2) })
        let objects = register(keys, like: first, in: context)
        #expect(context.farthestRegistration > 0)
        #expect(context.registrationPlaces >= 2 * keys.count)
        for object in objects { #expect(context.object(with: object.objectID) === object) }
        #expect(context.registeredCount == 1 + keys.count)
    }

    private func register(
        _ keys: some Sequence<Int64>, like object: ObjectID, in context: ManagedObjectContext
    ) -> [ManagedObject] {
        keys.compactMap { context.object(with: ObjectID(store: object.store, root: object.root, key: $0)) }
    }

    @Test("a context that let all its objects go finds nothing, and each of them anew when it is asked for")
    func emptied() throws {
        let container = try parcels(3000)
        let context = container.newConfinedContext()
        for count in [700, 3000, 40] {
            var objects = try context.fetch(FetchRequest(Parcel.self).where(Parcel.number < count))
            #expect(objects.count == count && context.registeredCount == count)
            for object in objects { #expect(context.object(with: object.objectID) === object) }
            let known = objects[count / 2].objectID
            objects = []
            context.prune()
            #expect(context.registeredCount == 0 && context.farthestRegistration == 0)
            #expect(context.heldRows.batches == 0)
            #expect(try context.existingObject(with: known, as: Parcel.self).number == count / 2)
            context.prune()
        }
    }

    @Test("batches with a changed object, or more than a quarter live, stay where they are")
    func staying() throws {
        let container = try parcels(2000)
        let context = container.newConfinedContext()
        var all = try context.fetch(FetchRequest(Parcel.self).sorted(by: Parcel.number))
        let half = all.filter { $0.number.isMultiple(of: 2) }
        all = []
        let before = context.heldRows
        context.prune()
        #expect(context.registeredCount == 1000)
        #expect(context.heldRows == before)
        withExtendedLifetime(half) {}

        let second = container.newConfinedContext()
        var again = try second.fetch(FetchRequest(Parcel.self).sorted(by: Parcel.number))
        let kept = [again[10], again[11]]
        kept[0].label = "changed"
        again = []
        second.prune()
        #expect(second.registeredCount == 2)
        #expect(second.heldRows.batches == 1 && second.heldRows.bytes > 16_000)
        #expect(kept[0].committedValues()["label"] == .string("parcel 10 of many"))
        try second.save()
        #expect(kept.map(\.label) == ["changed", "parcel 11 of many"])
    }

    @Test("objects that are read again one by one among others do not keep a large batch each")
    func readAgain() throws {
        let container = try parcels(2000)
        let context = container.newConfinedContext()
        let all = try context.fetch(FetchRequest(Parcel.self).sorted(by: Parcel.number))
        let changed = all[3]
        changed.label = "changed"
        for number in stride(from: 4, to: 1840, by: 2) {
            context.refresh(all[number], mergesChanges: false)
            let near = FetchRequest(Parcel.self).where(Parcel.number >= number && Parcel.number < number + 150)
            #expect(try context.fetch(near).count == 150)
        }
        // A batch of each fetch would be 15 MB.
        #expect(context.heldRows.bytes < 3 << 20)
        #expect(context.registeredCount == 2000)
        #expect(all.map(\.number) == Array(0..<2000))
        #expect(all.enumerated().allSatisfy { $1 === changed || $1.label == "parcel \($0) of many" })
        #expect(changed.committedValues()["label"] == .string("parcel 3 of many"))
        try context.save()
        #expect(changed.label == "changed")
    }

    private func holdAll(_ context: ManagedObjectContext) throws {
        let all = try context.fetch(FetchRequest(Parcel.self))
        withExtendedLifetime(all) {
            #expect(context.heldRows.bytes > 1 << 20)
            context.compactRows()
        }
    }

    @Test("many rows that were held once leave no room for large batches of few objects")
    func afterMany() throws {
        let container = try parcels(20_000)
        let context = container.newConfinedContext()
        try holdAll(context)
        context.prune()
        #expect(context.registeredCount == 0)
        let few = try context.fetch(FetchRequest(Parcel.self).where(Parcel.number < 600).sorted(by: Parcel.number))
        for number in 0..<450 {
            context.refresh(few[number], mergesChanges: false)
            let near = FetchRequest(Parcel.self).where(Parcel.number >= number && Parcel.number < number + 150)
            #expect(try context.fetch(near).count == 150)
        }
        // A batch of each fetch would be 7 MB.
        #expect(context.heldRows.bytes < 3 << 20)
        #expect(few.map(\.number) == Array(0..<600))
    }

    @Test("objects that are looked up one after another share batches, which go with them")
    func singleRows() throws {
        let container = try parcels(1200)
        let context = container.newConfinedContext()
        let identities = try container.newConfinedContext().fetch(FetchRequest(Parcel.self)).map(\.objectID)
        var found = try identities.map { try context.existingObject(with: $0, as: Parcel.self) }
        #expect(found.map(\.objectID) == identities)
        #expect(Set(found.map(\.label)) == Set((0..<1200).map { "parcel \($0) of many" }))
        let all = context.heldRows
        #expect(all.batches < 30)
        // The first has no room for a second one: reading one object pays for one.
        let (first, second) = (try #require(found[0].batch.rows), try #require(found[1].batch.rows))
        #expect(first !== second && first.count == 1)

        let few = [found[100], found[900]]
        weak let (rows, lastRows) = (found[100].batch.rows, found[1199].batch.rows)
        found = []
        context.prune()
        context.prune()
        #expect(context.registeredCount == 2)
        // Also the batch to which the next row would have been added.
        #expect(rows == nil && lastRows == nil)
        #expect(context.heldRows.batches == 1 && context.heldRows.bytes < 300)
        #expect(few.map(\.objectID) == [identities[100], identities[900]])
    }

    @Test("rows that are read one by one take no more memory than they need once a pruning has let go of others")
    func singleRowMemory() throws {
        let container = try PersistentContainer.inMemory(model: [Parcel.self])
        let writer = container.newConfinedContext()
        for number in 0..<60 {
            let label = String(repeating: "x", count: number.isMultiple(of: 2) ? 10 : 9000)
            try writer.insert(Parcel.self) { ($0.number, $0.label) = (number, label) }
        }
        try writer.save()
        let identities = try writer.fetch(FetchRequest(Parcel.self).sorted(by: Parcel.number)).map(\.objectID)
        let context = container.newConfinedContext()
        let found = try identities.map { try context.existingObject(with: $0, as: Parcel.self) }
        #expect(found.map(\.label.utf8.count) == (0..<60).map { $0.isMultiple(of: 2) ? 10 : 9000 })
        // Large rows have batches of their size, and small ones share theirs although large ones come between them.
        #expect(context.heldRows.bytes < 30 * 9200 + 3 * 4096)
        #expect(context.heldRows.batches < 30 + 8)

        let lonely = container.newConfinedContext()
        var some = try (0..<5).map { try lonely.existingObject(with: identities[2 * $0], as: Parcel.self) }
        some.removeLast()
        lonely.prune()
        var last: Parcel? = some.popLast()
        some = []
        lonely.prune()
        #expect(lonely.registeredCount == 1 && lonely.heldRows.bytes < 300)
        #expect(last?.number == 6)
        last = nil
    }

    @Test("a fault that fires shares a batch with others, and a changed one keeps what it was read with")
    func firedFaults() throws {
        let container = try parcels(300)
        let context = container.newConfinedContext()
        let identities = try container.newConfinedContext().fetch(FetchRequest(Parcel.self).sorted(by: Parcel.number))
            .map(\.objectID)
        let faults = identities.compactMap { context.object(with: $0) as? Parcel }
        #expect(faults.filter(\.isFault).count == 300)
        for (number, fault) in faults.enumerated() {
            #expect(fault.number == number)
            if number.isMultiple(of: 3) { fault.label = "changed \(number)" }
        }
        #expect(context.heldRows.batches < 20)
        #expect(faults[3].committedValues()["label"] == .string("parcel 3 of many"))
        try context.save()
        let other = container.newConfinedContext()
        for number in [3, 4] {
            #expect(
                try other.existingObject(with: identities[number], as: Parcel.self).label
                    == (number == 3 ? "changed 3" : "parcel 4 of many"))
        }
    }

    @Test("a stream over many objects keeps no more than a batch of them, and no more rows than that needs")
    func stream() throws {
        let container = try parcels(20_000)
        let context = container.newConfinedContext()
        var (seen, mostObjects, mostBytes) = (0, 0, 0)
        try context.forEachBatch(FetchRequest(Parcel.self).sorted(by: Parcel.number).batchSize(500)) { batch in
            seen += batch.count
            mostObjects = max(mostObjects, context.registeredCount)
            mostBytes = max(mostBytes, context.heldRows.bytes)
            return true
        }
        #expect(seen == 20_000)
        // While a batch is swept, the fetch still holds the object that made it full.
        #expect(mostObjects <= 501)
        #expect(mostBytes <= 500 * 200 + 4 * (32 << 10))
        context.prune()
        #expect(context.registeredCount == 0)
    }
}
