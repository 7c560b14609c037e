import PolystoreCore
import PolystoreStorage

/// That a reader sees one commit, call by call and through contexts (P4).
enum IsolationCases {
    static func add(to list: inout CaseList) {
        addSnapshots(to: &list)
        addTransactions(to: &list)
        addContexts(to: &list)
    }

    private static func addSnapshots(to list: inout CaseList) {
        func add(
            _ promise: String, needs: Set<ConformanceCapability> = [],
            _ body: @escaping @Sendable (DirectStore) throws -> Void
        ) {
            list.add(.isolation, promise, needs: needs) { try body(try DirectStore($0, ItemModel.plain)) }
        }
        add("a snapshot does not see rows that are inserted after it") { direct in
            let before = try direct.store.snapshot()
            try direct.save(try direct.inserting([1: 10]))
            try expect(try direct.numbers(before), is: [:])
            try expect(try direct.numbers(), is: [1: 10])
        }
        add("a snapshot goes on seeing rows as they were before an update") { direct in
            try direct.save(try direct.inserting([1: 10]))
            let before = try direct.store.snapshot()
            try direct.save(try direct.updating(1, version: 2, 20))
            try expect(try direct.numbers(before), is: [1: 10])
            try expect(try direct.versions(before, [1]), is: [1: 1])
            try expect(try direct.numbers(), is: [1: 20])
            try expect(try direct.versions([1]), is: [1: 2])
        }
        add("a snapshot goes on seeing rows that are deleted after it") { direct in
            try direct.save(try direct.inserting([1: 10, 2: 20]))
            let before = try direct.store.snapshot()
            try direct.save(try direct.deleting(1, version: 1))
            try expect(try direct.numbers(before), is: [1: 10, 2: 20])
            try expect(try direct.versions(before, [1, 2]), is: [1: 1, 2: 1])
            try expect(try direct.numbers(), is: [2: 20])
        }
        add("snapshots of ten commits each show their own, read in any order", needs: [.concurrentSnapshots]) {
            direct in
            var snapshots = [try direct.store.snapshot()]
            for commit in 1...10 as ClosedRange<Int64> {
                try direct.save(try direct.inserting([commit: commit]))
                snapshots.append(try direct.store.snapshot())
            }
            for (index, snapshot) in snapshots.enumerated().reversed() {
                try expect(try direct.numbers(snapshot).count, is: index)
            }
            for (index, snapshot) in snapshots.enumerated() {
                try expect(try direct.numbers(snapshot).count, is: index, "read again")
            }
        }
        add("a snapshot shows nothing of a transaction that is not committed") { direct in
            try direct.save(try direct.inserting([1: 10]))
            try direct.store.begin(.full)
            try direct.store.apply(try direct.inserting([2: 20]))
            try direct.store.apply(try direct.updating(1, version: 2, 11))
            let during = try direct.store.snapshot()
            try expect(try direct.numbers(during), is: [1: 10])
            try direct.store.prepare()
            try expect(try direct.numbers(), is: [1: 10], "prepared, not committed")
            _ = try direct.store.commit()
            try expect(try direct.numbers(during), is: [1: 10], "a snapshot from before the commit")
            try expect(try direct.numbers(), is: [1: 11, 2: 20])
        }
        add("a snapshot is of the commit that the store calls its newest, and commits are counted one by one") {
            direct in
            let first = try direct.store.newestCommit()
            try expect(try direct.store.snapshot().commit, is: first)
            for step in 1...5 as ClosedRange<UInt64> {
                let commit = try direct.save(try direct.inserting([Int64(step): 1]))
                try expect(commit, is: first + step)
                try expect(try direct.store.newestCommit(), is: commit)
                try expect(try direct.store.snapshot().commit, is: commit)
            }
        }
        add("a snapshot of the newest commit retains nothing, and an older one more with every save beside it") {
            direct in
            try direct.save(try direct.inserting(Dictionary(uniqueKeysWithValues: (1...200).map { ($0, $0) })))
            let held = try direct.store.snapshot()
            try expect(try held.retainedBytes(), is: 0)
            var retained = [0]
            for round in 1...3 as ClosedRange<Int64> {
                for key in 1...40 as ClosedRange<Int64> {
                    try direct.save(
                        try direct.updating((round - 1) * 40 + key, version: 2, -key),
                        durability: .losesLastSavesOnPowerCut)
                }
                retained.append(try held.retainedBytes())
                try expect(try direct.store.snapshot().retainedBytes(), is: 0)
            }
            try expect(zip(retained, retained.dropFirst()).allSatisfy { $0 < $1 }, "\(retained)")
            try expect(try direct.numbers(held)[1], is: 1)
        }
        add("a receiver that has enough ends the reading") { direct in
            try direct.save(try direct.inserting(Dictionary(uniqueKeysWithValues: (1...5_000).map { ($0, $0) })))
            var batches = 0
            let plan = direct.store.plan(StoreQuery(entities: try direct.entity("Item").concreteFamily))
            try direct.store.snapshot().rows(plan) { _ in
                batches += 1
                return false
            }
            try expect(batches, is: 1)
        }
        add("a receiver may read on through the same snapshot") { direct in
            try direct.save(try direct.inserting([1: 10, 2: 20]))
            let snapshot = try direct.store.snapshot()
            let plan = direct.store.plan(StoreQuery(entities: try direct.entity("Item").concreteFamily))
            var inner: [Int] = []
            var failure: (any Error)?
            try snapshot.rows(plan) { _ in
                do { inner.append(try direct.numbers(snapshot).count) } catch { failure = error }
                return true
            }
            if let failure { throw failure }
            try expect(inner.allSatisfy { $0 == 2 } && !inner.isEmpty)
        }
        add("rows are found by their keys, and keys without a row are passed over") { direct in
            try direct.save(try direct.inserting([1: 10, 2: 20, 5: 50]))
            try expect(try direct.versions([5, 4, 1, 99, -3]), is: [1: 1, 5: 1])
            try expect(try direct.versions([]), is: [:])
        }
        add("the row of a key alone is what its key among others finds, of the same commit") { direct in
            var changes = try direct.inserting([1: 10])
            changes.inserts += [try direct.row("Special", 2, ["number": .integer(20), "extra": .string("x")])]
            try direct.save(changes)
            let (root, before) = (try direct.root("Item"), try direct.store.snapshot())
            try direct.save(try direct.updating(1, version: 2, 11))
            for (snapshot, number) in [(before, 10), (try direct.store.snapshot(), 11)] as [(any StoreSnapshot, Int64)]
            {
                for (key, entity) in [(1, "Item"), (2, "Special"), (3, nil), (-1, nil)] as [(Int64, String?)] {
                    var alone: [RowBatch] = []
                    try snapshot.row(root, key: key) { row, layouts in
                        let builder = RowBatchBuilder(layouts: layouts)
                        builder.append(row)
                        alone += builder.takeBatches()
                    }
                    var among: [RowView] = []
                    var batches: [RowBatch] = []
                    try snapshot.rows(root, keys: [key, 99]) { batch in
                        among += Array(batch)
                        batches.append(batch)
                        return true
                    }
                    let rows = alone.flatMap { Array($0) }
                    try expect(rows.map(\.key), is: entity == nil ? [] : [key])
                    try expect(rows.map { Array($0.bytes) }, is: among.map { Array($0.bytes) })
                    try expect(rows.first?.layout.entity?.name, is: entity)
                    if key == 1 {
                        try expect(rows.first?.value(for: PropertyKey("number")), is: .integer(number))
                        try expect(rows.first?.version, is: UInt32(number - 9))
                    }
                    withExtendedLifetime((alone, batches)) {}
                }
            }
        }
        add("rows of a hierarchy are told apart by entity, and found together by the parent") { direct in
            var changes = try direct.inserting([1: 10])
            changes.inserts += [try direct.row("Special", 2, ["number": .integer(20), "extra": .string("x")])]
            try direct.save(changes)
            try expect(try direct.numbers(), is: [1: 10, 2: 20])
            try expect(try direct.numbers(nil, "Special"), is: [2: 20])
        }
        add("rows are found by what they refer to") { direct in
            try direct.save(try direct.inserting([1: 10, 2: 20]))
            var parts = StoreChanges()
            for (key, item) in [(1, 1), (2, 1), (3, 2)] as [(Int64, Int64)] {
                parts.inserts.append(
                    try direct.row(
                        "Part", key, ["number": .integer(key), "item": .object(try direct.id("Item", item))]))
            }
            parts.inserts.append(try direct.row("Part", 4, ["number": .integer(4)]))
            try direct.save(parts)
            let relationship = try require(try direct.entity("Part").relationship(named: "item"))
            func found(of items: [Int64]) throws -> [Int64] {
                var keys: [Int64] = []
                try direct.store.snapshot().rows(
                    referencing: try items.map { try direct.id("Item", $0) }, through: relationship
                ) { batch in
                    keys += batch.map(\.key)
                    return true
                }
                return keys.sorted()
            }
            try expect(try found(of: [1]), is: [1, 2])
            try expect(try found(of: [2, 1, 77]), is: [1, 2, 3])
            try expect(try found(of: []), is: [])
        }
        add("data that a row keeps out is only given for the row's own version") { direct in
            try expect(
                try direct.store.snapshot().deferredData(
                    try direct.root("Item"), key: 7, version: 1, property: PropertyKey("data")) == nil)
        }
        add("a healthy store has nothing to be found by a check, which counts its rows") { direct in
            var changes = try direct.inserting([1: 10, 2: 20])
            changes.inserts += [try direct.row("Special", 3, ["number": .integer(20)])]
            try direct.save(changes)
            var findings = 0
            let summary = try direct.store.snapshot().check { _ in findings += 1 }
            try expect(findings, is: 0)
            try expect(summary.rows, is: 3)
            try expect(summary.rowsByEntity, is: ["Item": 2, "Special": 1])
        }
        list.add(
            .isolation, "pairs of objects are found from both ends, and a snapshot keeps those of its commit",
            needs: [.joins]
        ) {
            let direct = try DirectStore($0, ItemModel.tagged)
            let join = try require(direct.model.joins.first)
            let isForward = join.forward.entity.name == "Item"
            func link(_ item: Int64, _ tag: Int64, _ kind: LinkChange.Kind) throws -> LinkChange {
                let (item, tag) = (try direct.id("Item", item), try direct.id("Tag", tag))
                return LinkChange(
                    join: join, source: isForward ? item : tag, target: isForward ? tag : item, kind: kind)
            }
            func tags(_ snapshot: any StoreSnapshot, _ item: Int64) throws -> [Int64] {
                try snapshot.links(join, from: [try direct.id("Item", item)], forward: isForward)
                    .map { isForward ? $0.target.key : $0.source.key }.sorted()
            }
            func items(_ snapshot: any StoreSnapshot, _ tag: Int64) throws -> [Int64] {
                try snapshot.links(join, from: [try direct.id("Tag", tag)], forward: !isForward)
                    .map { isForward ? $0.source.key : $0.target.key }.sorted()
            }
            var changes = try direct.inserting([1: 10, 2: 20])
            changes.inserts += try [1, 2].map { try direct.row("Tag", $0, ["number": .integer($0)]) }
            changes.links = [try link(1, 1, .put), try link(1, 2, .put), try link(2, 2, .put)]
            try direct.save(changes)
            let before = try direct.store.snapshot()
            try expect(try tags(before, 1), is: [1, 2])
            try expect(try items(before, 2), is: [1, 2])
            var second = StoreChanges()
            second.links = [
                try link(1, 2, .remove), try link(2, 1, .put), try link(2, 1, .put), try link(1, 77, .remove),
            ]
            try direct.save(second)
            let after = try direct.store.snapshot()
            try expect(
                try [tags(before, 1), items(before, 2), tags(after, 1), items(after, 1)],
                is: [[1, 2], [1, 2], [1], [1, 2]])
        }
    }

    private static func addTransactions(to list: inout CaseList) {
        func add(
            _ promise: String, covers: Set<ConformanceSubject> = [],
            _ body: @escaping @Sendable (DirectStore) throws -> Void
        ) {
            list.add(.conflicts, promise, covers: covers) { try body(try DirectStore($0, ItemModel.plain)) }
        }
        add("a transaction that is rolled back leaves nothing") { direct in
            try direct.save(try direct.inserting([1: 10]))
            let commit = try direct.store.newestCommit()
            try direct.store.begin(.full)
            try direct.store.apply(try direct.inserting([2: 20]))
            try direct.store.apply(try direct.deleting(1, version: 1))
            try direct.store.prepare()
            direct.store.rollback()
            try expect(try direct.numbers(), is: [1: 10])
            try expect(try direct.store.newestCommit(), is: commit)
        }
        add("changes that fail undo themselves alone; the transaction goes on with the others") { direct in
            try direct.save(try direct.inserting([1: 10]))
            func expectConflict() throws {
                var failing = try direct.inserting([3: 30])
                failing.updates = try direct.updating(1, version: 7, 70).updates
                let error = try expectError(StoreError.self) { try direct.store.apply(failing) }
                try expect(error.code, is: .conflict)
            }
            try direct.store.begin(.full)
            try direct.store.apply(try direct.inserting([2: 20]))
            try expectConflict()
            try direct.store.apply(try direct.inserting([4: 40]))
            try direct.store.prepare()
            _ = try direct.store.commit()
            try expect(try direct.numbers(), is: [1: 10, 2: 20, 4: 40])
            // As the first changes of a transaction, which a store may undo by beginning it anew.
            try direct.store.begin(.full)
            try expectConflict()
            try expectConflict()
            try direct.store.apply(try direct.inserting([5: 50]))
            try direct.store.prepare()
            _ = try direct.store.commit()
            try expect(try direct.numbers(), is: [1: 10, 2: 20, 4: 40, 5: 50])
        }
        add("several saves share a transaction, and each sees those before it") { direct in
            try direct.save(
                try direct.inserting([1: 10]), try direct.updating(1, version: 2, 11), try direct.inserting([2: 20]),
                try direct.deleting(2, version: 1))
            try expect(try direct.numbers(), is: [1: 11])
            try expect(try direct.versions([1, 2]), is: [1: 2])
        }
        let stale: [(String, @Sendable (DirectStore) throws -> StoreChanges, UInt32, UInt32)] = [
            ("an insert over a row that is there", { try $0.inserting([1: 11]) }, 0, 2),
            ("an update from an older version", { try $0.updating(1, version: 2, 11) }, 1, 2),
            ("an update from a version that is not there yet", { try $0.updating(1, version: 9, 11) }, 8, 2),
            ("an update of a row that is gone", { try $0.updating(99, version: 2, 11) }, 1, 0),
            ("a deletion of an older version", { try $0.deleting(1, version: 1) }, 1, 2),
            ("a deletion of a row that is gone", { try $0.deleting(99, version: 1) }, 1, 0),
            (
                "a lock of an older version",
                { direct in
                    var changes = StoreChanges()
                    changes.locks = [.init(entity: try direct.entity("Item"), key: 1, expectedVersion: 1)]
                    return changes
                }, 1, 2
            ),
        ]
        for (what, changes, expected, found) in stale {
            add(
                "\(what) is a conflict that tells the versions \(expected) and \(found)",
                covers: [.storeError(.conflict)]
            ) { direct in
                try direct.save(try direct.inserting([1: 10]))
                try direct.save(try direct.updating(1, version: 2, 12))
                let error = try expectError(StoreError.self, what) { try direct.save(try changes(direct)) }
                try expect(error.code, is: .conflict)
                try expect(error.conflicts?.versions.map(\.expected), is: [expected])
                try expect(error.conflicts?.versions.map(\.found), is: [found])
                try expect(try direct.numbers(), is: [1: 12])
            }
        }
        add("all conflicts of a save are reported at once") { direct in
            try direct.save(try direct.inserting([1: 10, 2: 20, 3: 30]))
            var changes = try direct.inserting([1: 11])
            changes.updates = try direct.updating(2, version: 5, 21).updates
            changes.deletes = try direct.deleting(3, version: 9).deletes
            let error = try expectError(StoreError.self) { try direct.save(changes) }
            try expect(Set(error.conflicts?.versions.map(\.object.key) ?? []), is: [1, 2, 3])
        }
        list.add(.conflicts, "every doubled unique value is reported with both objects", needs: [.uniqueness]) {
            guard $0.factory.declares(.uniqueness) else {
                _ = try $0.open(ItemModel.unique)
                return
            }
            let direct = try DirectStore($0, ItemModel.unique)
            try direct.save(try direct.inserting([1: 10, 2: 20]))
            let error = try expectError(StoreError.self) {
                try direct.save(try direct.inserting([3: 10, 4: 20, 5: 50]))
            }
            let found = Set((error.conflicts?.uniqueness ?? []).map { [$0.object.key, $0.other.key] })
            try expect(found, is: [[3, 1], [4, 2]])
            try expect(try direct.numbers(), is: [1: 10, 2: 20])
        }
    }

    private static func addContexts(to list: inout CaseList) {
        list.add(.isolation, "unsaved changes of one context are not seen by another") { bench in
            let race = try Race(bench)
            try race.set(race.theirObject, ["name": .string("Changed")])
            try race.theirs.add("Person", ["name": .string("New")])
            try expect(try bench.context(race.container).find("Person").names(), is: ["Ada"])
            race.theirs.delete(race.theirObject)
            try race.theirs.processPendingChanges()
            try expect(try bench.context(race.container).find("Person").names(), is: ["Ada"])
        }
        list.add(.isolation, "an object that was read keeps its values while others save, until it is refreshed") {
            bench in
            let race = try Race(bench)
            try expect(try race.myObject.text(), is: "Ada")
            try race.set(race.theirObject, ["name": .string("Theirs")])
            try race.theirs.save()
            try expect(try race.myObject.text(), is: "Ada")
            race.mine.refresh(race.myObject, mergesChanges: false)
            try expect(try race.myObject.text(), is: "Theirs")
        }
        list.add(.isolation, "a fetch streamed in batches sees one commit, whatever is saved between the batches") {
            bench in
            let container = try bench.open(.of(.named("Item", [.required("number", .integer64)])))
            let context = bench.context(container)
            for number in 0..<300 { try context.add("Item", ["number": .integer(Int64(number))]) }
            try context.save()
            let reader = bench.context(container)
            var seen: [Int] = []
            try reader.forEachBatch(reader.request("Item", by: [SortKey(["number"])]).batchSize(50)) { batch in
                seen += try batch.numbers()
                try context.add("Item", ["number": .integer(1_000)])
                context.delete(
                    try require(try context.find("Item", by: [SortKey(["number"], ascending: true)], limit: 1).first))
                try context.save()
                return true
            }
            try expect(seen, is: Array(0..<300))
        }
    }
}
