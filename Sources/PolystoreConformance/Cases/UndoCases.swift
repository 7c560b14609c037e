import PolystoreCore
import PolystoreStorage

/// Undo and redo over every kind of relationship, and a random walk.
enum UndoCases {
    static func add(to list: inout CaseList, _ suite: ConformanceSuite, _ placement: Placement) {
        for shape in RelationshipShape.allCases where placement == .together || !shape.isWithinEntity {
            list.add(
                suite,
                "\(shape.phrase)\(placement.phrase): links that were made and moved are taken back and made again",
                needs: shape.needs
            ) { bench in
                guard let opened = try shape.open(bench, placement) else { return }
                try links(opened)
            }
            for rule in [DeleteRule.nullify, .cascade] where shape.hasInverse {
                list.add(
                    suite,
                    "\(shape.phrase)\(placement.phrase), \(rule.rawValue): deletions are taken back, saved or not, on both sides",
                    needs: shape.needs
                ) { bench in
                    guard let opened = try shape.open(bench, placement, rule) else { return }
                    try deletions(opened)
                }
            }
        }
        list.add(
            suite, "a random walk through changes, undo, redo and saves\(placement.phrase) is as whole copies say",
            needs: []
        ) { bench in
            try Conformance.walkThroughUndo(bench.factory, steps: 100, seed: 7)
        }
    }

    /// What a context shows of all objects.
    private static func text(_ opened: RelationshipFixture, _ context: ManagedObjectContext) throws -> [String] {
        var lines: [String] = []
        for entity in opened.shape.isWithinEntity ? ["Left"] : ["Left", "Right"] {
            for object in try context.find(entity) {
                var words = ["\(entity) \(try object.text() ?? "-")"]
                if entity == "Left" { words.append("others \(try opened.names(object, "others"))") }
                if opened.shape.hasInverse, entity == opened.shape.right {
                    words.append("back \(try opened.names(object, "back"))")
                }
                lines.append(words.joined(separator: " "))
            }
        }
        return lines.sorted()
    }

    /// Makes groups of changes, and goes back and forth over them with saves and forgotten rows in between.
    private static func run(
        _ opened: RelationshipFixture, _ context: ManagedObjectContext, _ groups: [() throws -> Void]
    ) throws {
        context.undoManager = ContextUndoManager()
        var copies = [try text(opened, context)]
        for group in groups {
            try group()
            try context.processPendingChanges()
            let copy = try text(opened, context)
            if copy != copies.last { copies.append(copy) }
        }
        let count = copies.count - 1
        try expect(try require(context.undoManager).undoNames.count, is: count, "groups")
        func check(_ index: Int, _ what: String) throws {
            try expect(try text(opened, context), is: copies[index], "\(what) to group \(index)")
        }
        for savesBetween in [false, true] {
            for index in (0..<count).reversed() {
                if savesBetween {
                    try context.save()
                    context.refreshAllObjects()
                }
                try context.undo()
                try check(index, "undo")
            }
            for index in 0..<count {
                if savesBetween {
                    try context.save()
                    try expect(try text(opened, opened.context()), is: copies[index], "stored at group \(index)")
                }
                try context.redo()
                try check(index + 1, "redo")
            }
        }
        try context.save()
        try expect(try text(opened, opened.context()), is: copies[count], "stored at the end")
    }

    private static func links(_ opened: RelationshipFixture) throws {
        let context = opened.context()
        let objects = try opened.objects(context)
        try context.save()
        let (left, right) = (objects.left, objects.right)
        try run(
            opened, context,
            [
                { try opened.link(left[0], "others", right[0]) },
                {
                    try opened.link(left[0], "others", right[1])
                    if opened.shape.isToMany { try opened.link(left[0], "others", right[2]) }
                },
                { try opened.link(left[1], "others", right[1]) },
                { if opened.shape.hasInverse { try opened.link(right[2], "back", left[2]) } },
                { try opened.unlink(left[0], "others", right[1]) },
                {
                    let new = try context.add(opened.shape.right, ["name": .string("new")])
                    try opened.link(left[0], "others", new)
                },
            ])
    }

    private static func deletions(_ opened: RelationshipFixture) throws {
        let context = opened.context()
        let objects = try opened.objects(context)
        let (left, right) = (objects.left, objects.right)
        for (one, other) in zip(left, right) { try opened.link(one, "others", other) }
        if opened.shape.isToMany { try opened.link(left[0], "others", right[1]) }
        try context.save()
        try run(
            opened, context,
            [
                { context.delete(left[0]) },
                { if !right[1].isDeleted, right[1].managedObjectContext != nil { context.delete(right[1]) } },
                {
                    let new = try context.add("Left", ["name": .string("new")])
                    try opened.link(new, "others", right[2])
                },
                { context.delete(left[2]) },
            ])
    }
}
