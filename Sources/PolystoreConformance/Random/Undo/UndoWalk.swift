import Foundation
import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// A random walk through changes, undo and redo, beside an oracle that keeps whole copies of the graph.
final class UndoWalk {
    private let container: PersistentContainer
    private let shape: UndoShape
    private let context: ManagedObjectContext
    private let undoManager = ContextUndoManager()
    private var random: RandomSource
    private var lastNumber = 0
    /// The copies behind each group that can be taken back, with the state before the first of them in front.
    private var past: [UndoCopy]
    /// The copies behind the groups that can be made again, the next one last.
    private var future: [UndoCopy] = []
    /// What the stores hold.
    private var saved: UndoCopy
    /// What was done, newest last.
    private(set) var trace: [String] = []

    init(_ container: PersistentContainer, _ shape: UndoShape, seed: UInt64) throws {
        self.container = container
        self.shape = shape
        random = RandomSource(seed: seed)
        context = container.newConfinedContext()
        context.undoManager = undoManager
        past = [UndoCopy()]
        saved = UndoCopy()
        for entity in ["Box", "Box", "Tag", "Tag", "Node", "Node", "Node"] { try insert(entity, in: context) }
        try context.processPendingChanges()
        past.append(try UndoCopy(context))
    }

    /// Goes some steps; a step is a change, or one of undo, redo, save, rollback and so on.
    func go(_ steps: Int) throws {
        for _ in 0..<steps { try step() }
    }

    private func step() throws {
        switch random.below(100) {
        case 0..<34: try edit(random.below(6) + 1)
        case 34..<62: try undo()
        case 62..<80: try redo()
        case 80..<86: try save()
        case 86..<91: try group()
        case 91..<94: try editChild()
        case 94..<98: forget()
        case 98: if random.chance(4) { try rollBack() } else { try save() }
        default: try undoMany()
        }
    }

    // MARK: Moves

    private func edit(_ count: Int) throws {
        for _ in 0..<count {
            try change(context)
            // A fetch within an event applies delete rules, and does not end it.
            if random.chance(8) { _ = try context.find("Node") }
        }
        try context.processPendingChanges()
        try closeGroup()
    }

    /// Compares the groups with what was changed: a group that changes nothing may be there or not.
    private func closeGroup() throws {
        let copy = try UndoCopy(context)
        let count = undoManager.undoNames.count
        if count == past.count {
            past.append(copy)
            future = []
        } else {
            try check(copy, past[past.count - 1], "a group without changes")
        }
        try expect(undoManager.undoNames.count, is: past.count - 1, "groups that can be taken back")
        try expect(undoManager.redoNames.count, is: future.count, "groups that can be made again")
    }

    private func undo() throws {
        guard past.count > 1 else {
            try expect(undoManager.canUndo, is: false, "nothing can be taken back")
            return
        }
        note("undo")
        try context.undo()
        future.append(past.removeLast())
        try check(UndoCopy(context), past[past.count - 1], "undo")
        try expect(undoManager.redoNames.count, is: future.count, "groups that can be made again")
    }

    private func redo() throws {
        guard let next = future.last else {
            try expect(undoManager.canRedo, is: false, "nothing can be made again")
            return
        }
        note("redo")
        try context.redo()
        past.append(next)
        future.removeLast()
        try check(UndoCopy(context), next, "redo")
    }

    /// Goes back and forth over many groups without looking in between.
    private func undoMany() throws {
        let count = min(random.below(12), past.count - 1)
        note("undo \(count) groups")
        for _ in 0..<count {
            try context.undo()
            future.append(past.removeLast())
            if random.chance(3) { forget() }
        }
        try check(UndoCopy(context), past[past.count - 1], "undo of many")
        let again = min(random.below(count + 1), future.count)
        note("redo \(again) groups")
        for _ in 0..<again {
            try context.redo()
            past.append(future.removeLast())
        }
        try check(UndoCopy(context), past[past.count - 1], "redo of many")
    }

    private func save() throws {
        note("save")
        try context.save()
        saved = past[past.count - 1]
        try check(UndoCopy(context), saved, "save")
        try check(UndoCopy(container.newConfinedContext()), saved, "another context behind the save")
    }

    private func rollBack() throws {
        note("rollback")
        context.rollback()
        try check(UndoCopy(context), saved, "rollback")
        (past, future) = ([saved], [])
        try expect(undoManager.canUndo, is: false, "nothing can be taken back behind a rollback")
    }

    /// Lets go of what can be read again, so that undo has to read it.
    private func forget() {
        note("forget")
        if random.chance(2) { context.refreshAllObjects() }
        context.prune()
    }

    private func group() throws {
        let before = past[past.count - 1]
        note("begin group")
        try undoManager.beginGroup("outer")
        try changeEvents()
        let isNested = random.chance(2)
        if isNested {
            let between = try UndoCopy(context)
            note("begin inner group")
            try undoManager.beginGroup("inner")
            try changeEvents()
            if random.chance(2) {
                note("cancel inner group")
                try undoManager.cancelGroup()
                try check(UndoCopy(context), between, "an inner group that was cancelled")
            } else {
                try undoManager.endGroup()
            }
        }
        guard random.chance(3) else {
            note("end group")
            try undoManager.endGroup()
            return try closeGroup()
        }
        note("cancel group")
        try undoManager.cancelGroup()
        try check(UndoCopy(context), before, "a group that was cancelled")
    }

    private func changeEvents() throws {
        for _ in 0...random.below(3) {
            for _ in 0...random.below(3) { try change(context) }
            try context.processPendingChanges()
            if random.chance(6) {
                note("save within the group")
                try context.save()
                saved = try UndoCopy(context)
            }
        }
    }

    /// Changes in a child: its save is one group.
    private func editChild() throws {
        note("child")
        let child = context.newConfinedChildContext()
        for _ in 0...random.below(4) {
            try change(child)
            if random.chance(3) { try child.processPendingChanges() }
        }
        try child.save()
        note("child saved")
        try context.processPendingChanges()
        try closeGroup()
    }

    // MARK: Changes

    private func change(_ context: ManagedObjectContext) throws {
        switch random.below(20) {
        case 0..<3: try insert(random.pick(["Node", "Node", "Special", "Box", "Tag", "Lid"]), in: context)
        case 3..<8: try setValue(context)
        case 8..<11: try link(context, "box", "Box")
        case 11..<13: try link(context, "parent", "Node")
        case 13: try closeBox(context)
        case 14: try moveInBox(context)
        case 15..<18: try changeTags(context)
        default:
            guard let object = try any(random.pick(["Node", "Node", "Box", "Tag", "Lid"]), context) else { return }
            note("delete \(try object.number())")
            context.delete(object)
        }
    }

    /// Any object of an entity that is not deleted; the context need not have read it.
    private func any(_ entity: String, _ context: ManagedObjectContext) throws -> ManagedObject? {
        let objects = try context.find(entity).sorted { try $0.number() < $1.number() }
        return objects.isEmpty ? nil : random.pick(objects)
    }

    private func insert(_ entity: String, in context: ManagedObjectContext) throws {
        lastNumber += 1
        note("insert \(entity) \(lastNumber)")
        let values: [String: Value] = ["number": .integer(Int64(lastNumber)), "name": .string("n\(lastNumber)")]
        let object = try context.add(entity, values)
        if ["Node", "Special"].contains(entity), random.chance(2), let box = try any("Box", context) {
            note("  in box \(try box.number())")
            try object.setRelatedObject(box, forKey: "box")
        }
    }

    private func setValue(_ context: ManagedObjectContext) throws {
        guard let object = try any(random.pick(["Node", "Node", "Box", "Tag"]), context) else { return }
        let names = object.entity.attributes.map(\.name).filter { UndoShape.values[$0] != nil }.sorted()
        let name = random.pick(names)
        guard let values = UndoShape.values[name] else { return }
        let value = random.pick(values)
        note("set \(name) of \(try object.number())")
        try object.setValue(value, forKey: name)
    }

    private func link(_ context: ManagedObjectContext, _ name: String, _ entity: String) throws {
        guard let node = try any("Node", context) else { return }
        let target = random.chance(4) ? nil : try any(entity, context)
        note("\(name) of \(try node.number()) is \(try target?.number() ?? 0)")
        try node.setRelatedObject(target, forKey: name)
    }

    private func closeBox(_ context: ManagedObjectContext) throws {
        guard let box = try any("Box", context) else { return }
        let lid = random.chance(4) ? nil : try any("Lid", context)
        note("lid of \(try box.number()) is \(try lid?.number() ?? 0)")
        if random.chance(2), let lid {
            try lid.setRelatedObject(box, forKey: "box")
        } else {
            try box.setRelatedObject(lid, forKey: "lid")
        }
    }

    private func moveInBox(_ context: ManagedObjectContext) throws {
        guard shape.isOrdered, let box = try any("Box", context) else { return }
        let nodes = try box.relatedObjects(forKey: "nodes")
        if nodes.count > 1, random.chance(2) {
            let (from, to) = (random.below(nodes.count), random.below(nodes.count))
            note("move in \(try box.number()) from \(from) to \(to)")
            nodes.move(from: from, to: to)
        } else if let node = try any("Node", context) {
            let place = random.below(nodes.count + 1)
            note("insert \(try node.number()) into \(try box.number()) at \(place)")
            nodes.insert(node, at: place)
        }
    }

    private func changeTags(_ context: ManagedObjectContext) throws {
        guard shape.hasTags, let node = try any("Node", context), let tag = try any("Tag", context) else { return }
        let tags = try node.relatedObjects(forKey: "tags")
        if tags.contains(tag) {
            note("untag \(try node.number()) \(try tag.number())")
            tags.remove(tag)
        } else if random.chance(2) {
            note("tag \(try node.number()) \(try tag.number())")
            tags.insert(tag)
        } else {
            note("nodes of tag \(try tag.number()) \(try node.number())")
            try tag.relatedObjects(forKey: "nodes").insert(node)
        }
    }

    // MARK: Looking

    private func note(_ what: String) { trace.append(what) }

    private func check(_ found: UndoCopy, _ expected: UndoCopy, _ what: String) throws {
        guard found != expected else { return }
        throw ConformanceFailure("\(what):\n\(found.difference(from: expected))")
    }
}
