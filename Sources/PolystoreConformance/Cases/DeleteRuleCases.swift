import PolystoreCore
import PolystoreStorage

/// Every delete rule on every kind of relationship: with related objects read, unread, and never saved.
enum DeleteRuleCases {
    /// How the related objects stand when their partner is deleted.
    enum State: CaseIterable, Sendable {
        case read, unread, unsaved

        var phrase: String {
            switch self {
            case .read: "in memory"
            case .unread: "not yet read"
            case .unsaved: "never saved"
            }
        }
    }

    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for rule in DeleteRule.allCases {
            for shape in RelationshipShape.allCases where placement == .together || !shape.isWithinEntity {
                for state in State.allCases where placement == .together || state != .unsaved {
                    list.add(
                        suite,
                        "\(rule.rawValue) on \(shape.phrase)\(placement.phrase), related objects \(state.phrase): \(promise(rule))",
                        needs: shape.needs,
                        covers: rule == .deny ? [.deleteRule(rule), .validation(.deleteDenied)] : [.deleteRule(rule)]
                    ) { bench in
                        guard let opened = try shape.open(bench, placement, rule) else { return }
                        try run(rule, state, opened)
                    }
                }
            }
        }
    }

    /// Rules behind rules: what a cascade reaches is under its own rules.
    static func addLevels(to list: inout CaseList) {
        @Sendable func model(_ last: DeleteRule) -> ModelDescription {
            let name = AttributeDescription.optional("name", .string)
            return .of(
                .named("House", [name], [.many("floors", to: "Floor", inverse: "house", .cascade)]),
                .named(
                    "Floor", [name],
                    [.one("house", to: "House", inverse: "floors"), .many("rooms", to: "Room", inverse: "floor", last)]),
                .named("Room", [name], [.one("floor", to: "Floor", inverse: "rooms")]))
        }
        for rule in DeleteRule.allCases {
            list.add(
                .deleteRules, "a cascade goes on through \(rule.rawValue) on the next level",
                covers: [.deleteRule(.cascade), .deleteRule(rule)]
            ) { bench in
                let container = try bench.open(model(rule))
                let context = bench.context(container)
                let houses = try ["A", "B"].map { try context.add("House", ["name": .string($0)]) }
                for house in houses {
                    for _ in 0..<2 {
                        let floor = try context.add("Floor")
                        try floor.setRelatedObject(house, forKey: "house")
                        try context.add("Room").setRelatedObject(floor, forKey: "floor")
                    }
                }
                try context.save()
                let other = bench.context(container)
                other.delete(try other.own(houses[0]))
                if rule == .deny {
                    let error = try expectError(SaveError.self) { try other.save() }
                    try expect(Set(error.validationFailures.map(\.code)), is: [.deleteDenied])
                } else {
                    try other.save()
                }
                let reader = bench.context(container)
                let counts = try ["House", "Floor", "Room"].map { try reader.count(reader.request($0)) }
                let expected =
                    switch rule {
                    case .cascade: [1, 2, 2]
                    case .nullify, .noAction: [1, 2, 4]
                    case .deny: [2, 4, 4]
                    }
                try expect(counts, is: expected)
                guard rule == .nullify else { return }
                try expect(try reader.count(reader.request("Room", .compare("floor", .equal, .missing))), is: 2)
            }
        }
        list.add(.deleteRules, "an object that was never saved leaves its partners as soon as changes are processed") {
            bench in
            let context = bench.context(try bench.open(model(.nullify)))
            let house = try context.add("House")
            let floor = try context.add("Floor")
            try floor.setRelatedObject(house, forKey: "house")
            context.delete(floor)
            try context.processPendingChanges()
            try expect(try house.relatedObjects(forKey: "floors").count, is: 0)
            try expect(context.insertedObjects, is: [house])
        }
    }

    private static func promise(_ rule: DeleteRule) -> String {
        switch rule {
        case .nullify: "they stay, without their partner"
        case .cascade: "they go along, and no other object"
        case .deny: "the save is refused until they go too"
        case .noAction: "they stay"
        }
    }

    /// L0 has R0 (and R1 where it can have several) and is deleted; L1 has R2.
    private static func run(_ rule: DeleteRule, _ state: State, _ opened: RelationshipFixture) throws {
        let shape = opened.shape
        let making = opened.context()
        let objects = try opened.objects(making)
        if state == .unsaved { try making.save() }
        var oracle = PairOracle(shape)
        for (left, right) in [(1, 2), (0, 0)] + (shape.isToMany ? [(0, 1)] : []) {
            try opened.link(objects.left[left], "others", objects.right[right])
            oracle.link(left, right)
        }
        if state != .unsaved { try making.save() }
        let context = state == .unread ? opened.context() : making
        let left = try state == .unread ? context.own(objects.left[0]) : objects.left[0]
        context.delete(left)
        let related = Set(oracle.others(0))
        if rule == .deny {
            let error = try expectError(SaveError.self, "deny") { try context.save() }
            try expect(error.code, is: .validation)
            try expect(Set(error.validationFailures.map(\.code)), is: [.deleteDenied])
            try expect(Set(error.validationFailures.map(\.property)), is: ["others"])
            try expect(try survivors(opened, "Left", "L"), is: ["L0", "L1", "L2"])
            for name in related { context.delete(try context.own(objects.right[Int(name.dropFirst()) ?? 0])) }
        }
        try context.save()
        try expect(try survivors(opened, "Left", "L"), is: ["L1", "L2"], "left objects")
        let goes = rule == .cascade || rule == .deny
        let rights = ["R0", "R1", "R2"].filter { !goes || !related.contains($0) }
        try expect(try survivors(opened, shape.right, "R"), is: rights, "right objects")
        let reader = opened.context()
        try expect(try opened.names(reader.own(objects.left[1]), "others"), is: ["R2"], "links of another object")
        guard rule == .nullify, shape.hasInverse else { return }
        for index in [0, 1] {
            try expect(try opened.names(reader.own(objects.right[index]), "back"), is: [], "back of R\(index)")
        }
    }

    /// The names of the objects that another context finds.
    private static func survivors(_ opened: RelationshipFixture, _ entity: String, _ prefix: String) throws -> [String]
    {
        try opened.context().find(
            entity, .compare("name", .beginsWith, .string(prefix)), by: [SortKey(["name"])]
        ).names()
    }
}
