import PolystoreCore
import PolystoreStorage

/// That both sides of a relationship agree when two contexts link the same object (P5).
enum PartnerCases {
    private static let model = ModelDescription.of(
        .named("Key", [.optional("name", .string)], [.one("lock", to: "Lock", inverse: "key")]),
        .named("Lock", [.optional("name", .string)], [.one("key", to: "Key", inverse: "lock")]))

    static func add(to list: inout CaseList) {
        for policy in [MergePolicy.overwrite, .mergeByPropertyObjectTrump] {
            add(to: &list, "\(policy.rawValue), the conflict is settled by the policy") { $0.mergePolicy = policy }
        }
        add(to: &list, "the object was refreshed with its changes kept") { _ in
        } meanwhile: { context, key in
            context.refresh(key, mergesChanges: true)
        }
    }

    /// Both gave one key another lock; the one that this context's key does not fit in the end knows no key.
    private static func add(
        to list: inout CaseList, _ promise: String, prepare: @escaping @Sendable (ManagedObjectContext) -> Void,
        meanwhile: @escaping @Sendable (ManagedObjectContext, ManagedObject) throws -> Void = { _, _ in }
    ) {
        list.add(.conflicts, "\(promise): of two partners of one object the one that loses it does not name it") {
            bench in
            let container = try bench.open(model)
            // Whether this context has read the other lock before decides from where its row comes.
            for isRead in [false, true] {
                let (theirs, mine) = (bench.context(container), bench.context(container))
                let key = try theirs.add("Key", ["name": .string("key")])
                let locks = try ["mine", "theirs"].map { try theirs.add("Lock", ["name": .string($0)]) }
                try theirs.save()
                prepare(mine)
                let own = try mine.own(key)
                let read = isRead ? try mine.own(locks[1]) : nil
                try expect(try read?.text(), is: isRead ? "theirs" : nil)
                try own.setRelatedObject(try mine.own(locks[0]), forKey: "lock")
                try key.setRelatedObject(locks[1], forKey: "lock")
                try theirs.save()
                try meanwhile(mine, own)
                try mine.save()
                let reader = bench.context(container)
                try expect(try reader.own(key).relatedObject(forKey: "lock")?.text(), is: "mine")
                try expect(try reader.own(locks[0]).relatedObject(forKey: "key")?.text(), is: "key")
                try expect(try reader.own(locks[1]).relatedObject(forKey: "key") == nil, "the other lock names the key")
                try expect(try read?.relatedObject(forKey: "key") == nil, "the other lock names the key here")
            }
        }
    }
}
