import PolystoreCore
import PolystoreStorage

/// Every merge policy against every kind of conflict; what must be stored afterwards is a table written by hand.
enum MergePolicyCases {
    private typealias Stored = (name: String, age: Int64, score: Double)

    /// The changes that the first and the second context made to the same object.
    private enum Kind: String, CaseIterable, Sendable {
        case sameValue, otherValue, bothDeleted, theyDeleted, iDeleted, sameValueUnread

        var phrase: String {
            switch self {
            case .sameValue: "both changed the name"
            case .otherValue: "they changed the name, I the score"
            case .bothDeleted: "both deleted"
            case .theyDeleted: "they deleted, I changed the score"
            case .iDeleted: "they changed the name, I deleted"
            case .sameValueUnread: "both changed the name, I on a row that I read anew after a failed save"
            }
        }
    }

    static func add(to list: inout CaseList, _ suite: ConformanceSuite) {
        for policy in MergePolicy.allCases {
            for kind in Kind.allCases {
                list.add(
                    suite, "\(policy.rawValue), \(kind.phrase): \(promise(policy, kind))",
                    covers: [.mergePolicy(policy), .saveError(.conflict), .storeError(.conflict)]
                ) { bench in try run(bench, policy, kind) }
            }
            addRelinked(to: &list, suite, policy)
            if suite != .multiStore { addUnique(to: &list, suite, policy) }
        }
    }

    /// What is stored after a save that settled the conflict; for the policy `error`, what they saved.
    private static func expected(_ policy: MergePolicy, _ kind: Kind) -> Stored? {
        let theirs: Stored = ("Theirs", 36, 1)
        switch (kind, policy) {
        case (.bothDeleted, _): return nil
        case (.theyDeleted, .mergeByPropertyObjectTrump), (.theyDeleted, .overwrite): return ("Ada", 36, 2)
        case (.theyDeleted, _): return nil
        case (.iDeleted, .mergeByPropertyObjectTrump), (.iDeleted, .overwrite): return nil
        case (_, .error), (_, .rollback), (.iDeleted, _): return theirs
        case (.otherValue, .mergeByPropertyStoreTrump), (.otherValue, .mergeByPropertyObjectTrump):
            return ("Theirs", 36, 2)
        case (.otherValue, .overwrite): return ("Ada", 36, 2)
        case (_, .mergeByPropertyStoreTrump): return theirs
        case (_, .mergeByPropertyObjectTrump), (_, .overwrite): return ("Mine", 36, 1)
        }
    }

    private static func promise(_ policy: MergePolicy, _ kind: Kind) -> String {
        if policy == .error { return "the save is refused and nothing is written" }
        guard let stored = expected(policy, kind) else { return "the object is gone" }
        return "\(stored.name) with score \(Int(stored.score)) is stored"
    }

    private static func run(_ bench: ConformanceFixture, _ policy: MergePolicy, _ kind: Kind) throws {
        let race = try Race(bench, policy)
        switch kind {
        case .bothDeleted, .theyDeleted: race.theirs.delete(race.theirObject)
        default: try race.set(race.theirObject, ["name": .string("Theirs")])
        }
        // Read before they save: the conflict is about what was read.
        _ = try race.myObject.text()
        try race.theirs.save()
        switch kind {
        case .sameValue, .sameValueUnread: try race.set(race.myObject, ["name": .string("Mine")])
        case .otherValue, .theyDeleted: try race.set(race.myObject, ["score": .double(2)])
        case .bothDeleted, .iDeleted: race.mine.delete(race.myObject)
        }
        if kind == .sameValueUnread {
            race.mine.mergePolicy = .error
            try expectError(SaveError.self, "the first attempt") { try race.mine.save() }
            race.mine.mergePolicy = policy
        }
        if policy == .error {
            let error = try expectError(SaveError.self, "the save") { try race.mine.save() }
            try expect(error.code, is: .conflict)
            try expect(error.conflicts.map(\.object), is: [race.myObject.objectID])
            try expect(error.conflicts.map(\.oldVersion), is: [1])
            let isGone = kind == .bothDeleted || kind == .theyDeleted
            try expect(error.conflicts.map(\.newVersion), is: [isGone ? 0 : 2])
            try expect(race.mine.hasChanges, "the context kept its changes")
            try race.expectStored(expected(policy, kind), "after the refused save")
            return
        }
        try race.mine.save()
        try race.expectStored(expected(policy, kind), "after the save")
        try expect(!race.mine.hasChanges, "the context has nothing left to save")
        let again = try race.mine.find("Person")
        try expect(
            try again.names(), is: expected(policy, kind).map { [$0.name] } ?? [], "the context agrees with the store")
    }

    /// Both moved Ada to a company of their own.
    private static func addRelinked(to list: inout CaseList, _ suite: ConformanceSuite, _ policy: MergePolicy) {
        let isStores = policy == .rollback || policy == .mergeByPropertyStoreTrump
        list.add(
            suite, "\(policy.rawValue), both changed a to-one relationship: the reference and both owners agree",
            covers: [.mergePolicy(policy)]
        ) { bench in
            let race = try Race(bench, policy)
            let companies = try ["A", "B"].map { try race.theirs.add("Company", ["name": .string($0)]) }
            try race.theirs.save()
            let own = try companies.map(race.mine.own)
            _ = try own.map { try $0.names("staff") }
            _ = try race.myObject.relatedObject(forKey: "employer")
            try race.theirObject.setRelatedObject(companies[0], forKey: "employer")
            try race.theirs.save()
            try race.myObject.setRelatedObject(own[1], forKey: "employer")
            if policy == .error {
                try expect(try expectError(SaveError.self) { try race.mine.save() }.code, is: .conflict)
                race.mine.rollback()
                race.mine.refreshAllObjects()
            } else {
                try race.mine.save()
            }
            let staff = isStores || policy == .error ? [["Ada"], []] : [[], ["Ada"]]
            try expect(try own.map { try $0.names("staff") }, is: staff, "the owners in the context")
            let reader = bench.context(race.container)
            try expect(try companies.map { try reader.own($0).names("staff") }, is: staff, "the owners in the store")
        }
    }

    /// A new company with the name of one that was saved meanwhile.
    private static func addUnique(to list: inout CaseList, _ suite: ConformanceSuite, _ policy: MergePolicy) {
        let isStores = policy == .rollback || policy == .mergeByPropertyStoreTrump
        list.add(
            suite,
            "\(policy.rawValue), both inserted one unique name: one object is left, \(isStores ? "theirs" : "with my values")",
            needs: [.uniqueness], covers: [.mergePolicy(policy)]
        ) { bench in
            let container = try bench.open(Race.model(unique: true))
            let (theirs, mine) = (bench.context(container), bench.context(container))
            mine.mergePolicy = policy
            let first = try theirs.add("Company", ["name": .string("Acme"), "size": .integer(1)])
            try theirs.save()
            try mine.add("Company", ["name": .string("Acme"), "size": .integer(2)])
            if policy == .error {
                let error = try expectError(SaveError.self) { try mine.save() }
                try expect(error.constraintConflicts.map(\.properties), is: [["name"]])
                try expect(error.constraintConflicts.map(\.other), is: [first.objectID])
            } else {
                try mine.save()
            }
            let found = try bench.context(container).find("Company")
            try expect(found.map(\.objectID), is: [first.objectID])
            try expect(try found.numbers("size"), is: isStores || policy == .error ? [1] : [2])
        }
    }
}
