import PolystoreCore
import PolystoreStorage

/// The order that ordered relationships keep, through moves, inserts at places, and removals.
enum OrderCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for shape in RelationshipShape.allCases where shape.isOrdered {
            for isEach in [true, false] {
                list.add(
                    suite,
                    "\(shape.phrase)\(placement.phrase): moves, inserts at places and removals keep their order, saved \(isEach ? "one by one" : "at once")",
                    needs: shape.needs
                ) { bench in
                    guard let opened = try shape.open(bench, placement) else { return }
                    try run(opened, isEach)
                }
            }
        }
    }

    private static func run(_ opened: RelationshipFixture, _ isEach: Bool) throws {
        let context = opened.context()
        let objects = try opened.objects(context, left: 2, right: 6)
        let (left, rights) = (objects.left[0], objects.right)
        let members = try left.relatedObjects(forKey: "others")
        for right in rights.prefix(4).reversed() { members.insert(right) }
        try objects.left[1].relatedObjects(forKey: "others").insert(rights[5])
        try context.save()
        let changes: [(() -> Void, [String])] = [
            ({ members.move(from: 3, to: 0) }, ["R0", "R3", "R2", "R1"]),
            ({ members.insert(rights[4], at: 2) }, ["R0", "R3", "R4", "R2", "R1"]),
            ({ members.remove(rights[3]) }, ["R0", "R4", "R2", "R1"]),
            ({ members.move(from: 0, to: 3) }, ["R4", "R2", "R1", "R0"]),
            ({ members.insert(rights[3]) }, ["R4", "R2", "R1", "R0", "R3"]),
            ({ members.insert(rights[5], at: 0) }, ["R5", "R4", "R2", "R1", "R0", "R3"]),
        ]
        for (change, expected) in changes {
            change()
            try expect(try left.names("others"), is: expected, "unsaved")
            guard isEach else { continue }
            try context.save()
            try expect(try opened.context().own(left).names("others"), is: expected, "saved")
        }
        try context.save()
        let reader = opened.context()
        try expect(try reader.own(left).names("others"), is: ["R5", "R4", "R2", "R1", "R0", "R3"], "at the end")
        let isShared = opened.shape.isBackToMany
        try expect(try reader.own(objects.left[1]).names("others"), is: isShared ? ["R5"] : [], "the other owner")
    }
}
