import PolystoreCore
import PolystoreStorage

/// ANY, ALL, NONE and counts over to-many relationships with no, one and several members, whose values may be missing.
enum QuantifierCases {
    /// The numbers of the members of each group; nil is a member without a number.
    private static let groups: [[Int?]] = [[], [1], [2], [1, 2, 3], [nil], [nil, 2], [2, 2], [5, 1]]

    static func add(to list: inout CaseList) {
        for shape in ["held", "shared"] {
            for quantifier in FetchComparison.Quantifier.allCases where quantifier != .none {
                for comparator in FetchComparison.Operator.ofValues {
                    list.add(
                        .fetch,
                        "\(word(quantifier)) member \(comparator.text) x, \(phrase(shape)), looks at every member and at none",
                        needs: shape == "shared" ? [.joins] : [],
                        covers: [.quantifier(quantifier), .comparison(comparator)]
                    ) { bench in
                        for constant in [0, 1, 2, 3] {
                            let predicate = FetchPredicate.compare(
                                "members.number", comparator, .integer(Int64(constant)), quantifier: quantifier)
                            try check(bench, shape, predicate, "x = \(constant)") { members in
                                holds(quantifier, members) { member in
                                    member.map { comparator.holds($0, constant) ?? false } ?? (comparator == .notEqual)
                                }
                            }
                        }
                    }
                }
                list.add(
                    .fetch, "\(word(quantifier)) member IN a list and BETWEEN bounds, \(phrase(shape))",
                    needs: shape == "shared" ? [.joins] : [],
                    covers: [.quantifier(quantifier), .comparison(.isIn), .comparison(.between)]
                ) { bench in
                    let isIn = FetchPredicate.compare(
                        "members.number", .isIn, .list([.integer(1), .integer(5)]), quantifier: quantifier)
                    try check(bench, shape, isIn, "IN") { holds(quantifier, $0) { $0 == 1 || $0 == 5 } }
                    let between = FetchPredicate.compare(
                        "members.number", .between, .list([.integer(2), .integer(4)]), quantifier: quantifier)
                    try check(bench, shape, between, "BETWEEN") {
                        holds(quantifier, $0) { $0.map { (2...4).contains($0) } ?? false }
                    }
                }
            }
            for comparator in FetchComparison.Operator.ofValues {
                list.add(
                    .fetch, "a count of members \(comparator.text) n, \(phrase(shape)), counts none as 0",
                    needs: shape == "shared" ? [.joins] : [],
                    covers: [.quantifier(.none), .comparison(comparator)]
                ) { bench in
                    for count in 0...3 {
                        let predicate = FetchPredicate.compare("members.@count", comparator, .integer(Int64(count)))
                        try check(bench, shape, predicate, "n = \(count)") {
                            comparator.holds($0.count, count) ?? false
                        }
                    }
                }
            }
        }
    }

    private static func word(_ quantifier: FetchComparison.Quantifier) -> String {
        switch quantifier {
        case .none: ""
        case .any: "ANY"
        case .all: "ALL"
        case .noneOf: "NONE"
        }
    }

    private static func phrase(_ shape: String) -> String {
        shape == "held" ? "each of one group" : "shared by groups"
    }

    private static func holds(
        _ quantifier: FetchComparison.Quantifier, _ members: [Int?], _ test: (Int?) -> Bool
    ) -> Bool {
        switch quantifier {
        case .none: false
        case .any: members.contains(where: test)
        case .all: members.allSatisfy(test)
        case .noneOf: !members.contains(where: test)
        }
    }

    /// Expects the groups that a predicate finds, and that NOT finds the others.
    private static func check(
        _ bench: ConformanceFixture, _ shape: String, _ predicate: FetchPredicate, _ what: String,
        where isWanted: ([Int?]) -> Bool
    ) throws {
        let context = bench.context(try container(bench, shape))
        // A member that is shared stands in a group once.
        let members = shape == "shared" ? groups.map { Array(Set($0)) } : groups
        let expected = groups.indices.filter { isWanted(members[$0]) }
        let others = groups.indices.filter { !isWanted(members[$0]) }
        try expect(try context.find("Group", predicate, by: [SortKey(["number"])]).numbers(), is: expected, what)
        try expect(
            try context.find("Group", .not(predicate), by: [SortKey(["number"])]).numbers(), is: others, "NOT \(what)")
    }

    private static func container(_ bench: ConformanceFixture, _ shape: String) throws -> PersistentContainer {
        let isShared = shape == "shared"
        let model = ModelDescription.of(
            .named(
                "Group", [.required("number", .integer64)], [.many("members", to: "Member", inverse: "groups")]),
            .named(
                "Member", [.optional("number", .integer64)],
                [
                    isShared
                        ? .many("groups", to: "Group", inverse: "members")
                        : .one("groups", to: "Group", inverse: "members")
                ]))
        return try bench.shared("groups-\(shape)", model) { context in
            var members: [Int?: ManagedObject] = [:]
            for (number, group) in groups.enumerated() {
                let object = try context.add("Group", ["number": .integer(Int64(number))])
                for member in group {
                    let known = isShared ? members[member] : nil
                    let made =
                        try known
                        ?? context.add(
                            "Member", member.map { ["number": .integer(Int64($0))] } ?? [:])
                    members[member] = made
                    try object.relatedObjects(forKey: "members").insert(made)
                }
            }
        }
    }
}
