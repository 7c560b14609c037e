import PolystoreCore
import PolystoreStorage

/// Every kind of relationship through every kind of change, saved in every rhythm, against a plain list of pairs.
enum RelationshipCases {
    /// A change of the links: of the left and the right object, from the left or the right side.
    enum Change: Sendable {
        case link(Int, Int), unlink(Int, Int), linkBack(Int, Int), unlinkBack(Int, Int)
    }

    /// When the changes are saved, and in which contexts they are made.
    enum Rhythm: CaseIterable, Sendable {
        case once, each, fresh, rolledBack

        var phrase: String {
            switch self {
            case .once: "saved at once"
            case .each: "saved one by one"
            case .fresh: "each saved in a context of its own"
            case .rolledBack: "rolled back to the state of the last save"
            }
        }
    }

    private struct Script: Sendable {
        let phrase: String
        let changes: [Change]
    }

    private static let scripts = [
        Script(phrase: "links", changes: [.link(0, 0), .link(0, 1), .link(1, 2), .link(0, 0)]),
        Script(
            phrase: "links that take partners from others",
            changes: [.link(0, 0), .link(1, 0), .link(1, 1), .link(0, 1)]),
        Script(
            phrase: "links against the order of keys",
            changes: [.link(0, 2), .link(0, 0), .link(0, 1), .link(1, 1), .link(1, 0)]),
        Script(
            phrase: "links taken away and put back",
            changes: [.link(0, 0), .link(0, 1), .unlink(0, 0), .link(0, 0), .unlink(0, 1), .unlink(2, 2)]),
    ]

    private static let backScripts = [
        Script(
            phrase: "links from the other side",
            changes: [.linkBack(0, 0), .linkBack(1, 1), .linkBack(0, 1), .linkBack(2, 2)]),
        Script(
            phrase: "links from both sides in turn",
            changes: [
                .link(0, 0), .linkBack(1, 0), .link(0, 1), .unlinkBack(0, 1), .linkBack(0, 2), .unlink(0, 2),
                .link(2, 0),
            ]),
    ]

    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for shape in RelationshipShape.allCases where placement == .together || !shape.isWithinEntity {
            for script in scripts + (shape.hasInverse ? backScripts : []) {
                for rhythm in Rhythm.allCases where placement == .together || rhythm == .each || rhythm == .fresh {
                    list.add(
                        suite,
                        "\(shape.phrase)\(placement.phrase): \(script.phrase), \(rhythm.phrase), agree on both sides",
                        needs: shape.needs
                    ) { bench in
                        guard let opened = try shape.open(bench, placement) else { return }
                        try run(script.changes, rhythm, opened)
                    }
                }
            }
            addQueries(to: &list, suite, placement, shape)
            list.add(
                suite, "\(shape.phrase)\(placement.phrase): links are the same after reopening",
                needs: shape.needs.union([.durable])
            ) { bench in
                try DurableStores.require(bench)
                guard var opened = try shape.open(bench, placement) else { return }
                let context = opened.context()
                let objects = try opened.objects(context)
                var oracle = PairOracle(shape)
                for (left, right) in [(0, 1), (0, 0), (1, 2)] {
                    try opened.link(objects.left[left], "others", objects.right[right])
                    oracle.link(left, right)
                }
                try context.save()
                try opened.reopen()
                let again = opened.context()
                let lefts = try again.find("Left", .compare("name", .beginsWith, .string("L")), by: [SortKey(["name"])])
                let rights = try again.find(
                    shape.right, .compare("name", .beginsWith, .string("R")), by: [SortKey(["name"])])
                try oracle.check(opened, lefts, rights, "after reopening")
            }
        }
    }

    private static func run(_ changes: [Change], _ rhythm: Rhythm, _ opened: RelationshipFixture) throws {
        let context = opened.context()
        let objects = try opened.objects(context)
        var oracle = PairOracle(opened.shape)
        try context.save()
        if rhythm == .rolledBack {
            try opened.link(objects.left[2], "others", objects.right[1])
            oracle.link(2, 1)
            try context.save()
        }
        let saved = oracle
        for (step, change) in changes.enumerated() {
            let working = rhythm == .fresh ? opened.context() : context
            let lefts = try rhythm == .fresh ? objects.left.map(working.own) : objects.left
            let rights = try rhythm == .fresh ? objects.right.map(working.own) : objects.right
            try apply(change, lefts, rights, opened, &oracle)
            try oracle.check(opened, lefts, rights, "step \(step), unsaved")
            if rhythm == .each || rhythm == .fresh {
                try working.save()
                try oracle.check(opened, lefts, rights, "step \(step), saved")
            }
        }
        if rhythm == .rolledBack {
            context.rollback()
            oracle = saved
            try oracle.check(opened, objects.left, objects.right, "rolled back")
        }
        try context.save()
        let reader = opened.context()
        try oracle.check(opened, objects.left.map(reader.own), objects.right.map(reader.own), "read by another context")
    }

    private static func apply(
        _ change: Change, _ lefts: [ManagedObject], _ rights: [ManagedObject], _ opened: RelationshipFixture,
        _ oracle: inout PairOracle
    ) throws {
        switch change {
        case .link(let left, let right):
            try opened.link(lefts[left], "others", rights[right])
            oracle.link(left, right)
        case .linkBack(let left, let right):
            try opened.link(rights[right], "back", lefts[left])
            oracle.link(left, right)
        case .unlink(let left, let right):
            // A side of one object is cleared whatever it held.
            guard oracle.others(left).contains("R\(right)") else { return }
            try opened.unlink(lefts[left], "others", rights[right])
            oracle.unlink(left, right)
        case .unlinkBack(let left, let right):
            guard oracle.back(right).contains("L\(left)") else { return }
            try opened.unlink(rights[right], "back", lefts[left])
            oracle.unlink(left, right)
        }
    }

    private static func addQueries(
        to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement, _ shape: RelationshipShape
    ) {
        list.add(
            suite,
            "\(shape.phrase)\(placement.phrase): predicates through it find objects by what they are linked with",
            needs: shape.needs
        ) { bench in
            guard let opened = try shape.open(bench, placement) else { return }
            let context = opened.context()
            let objects = try opened.objects(context)
            var oracle = PairOracle(shape)
            for (left, right) in [(0, 1), (0, 0), (1, 2), (1, 1)] {
                try opened.link(objects.left[left], "others", objects.right[right])
                oracle.link(left, right)
            }
            try context.save()
            let reader = opened.context()
            for right in 0..<3 {
                let expected = (0..<3).filter { oracle.others($0).contains("R\(right)") }.map { "L\($0)" }
                let isLeft = FetchPredicate.compare("name", .beginsWith, .string("L"))
                func found(_ predicate: FetchPredicate) throws -> [String] {
                    try reader.find("Left", .and([isLeft, predicate]), by: [SortKey(["name"])]).names()
                }
                let quantifier: FetchComparison.Quantifier = shape.isToMany ? .any : .none
                let byName = FetchPredicate.compare(
                    "others.name", .equal, .string("R\(right)"), quantifier: quantifier)
                try expect(try found(byName), is: expected, "by name R\(right)")
                let others = ["L0", "L1", "L2"].filter { !expected.contains($0) }
                try expect(try found(.not(byName)), is: others, "not by name R\(right)")
                let byObject = FetchPredicate.compare(
                    "others", .equal, .object(objects.right[right].objectID), quantifier: quantifier)
                try expect(try found(byObject), is: expected, "by object R\(right)")
            }
            guard shape.hasInverse else { return }
            for left in 0..<3 {
                let expected = (0..<3).filter { oracle.back($0).contains("L\(left)") }.map { "R\($0)" }
                let predicate = FetchPredicate.compare(
                    "back.name", .equal, .string("L\(left)"), quantifier: shape.isBackToMany ? .any : .none)
                let found = try reader.find(shape.right, predicate, by: [SortKey(["name"])]).names()
                try expect(found, is: expected, "back by name L\(left)")
            }
        }
    }
}
