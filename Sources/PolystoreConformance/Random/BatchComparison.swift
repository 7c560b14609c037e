import Foundation
import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// Two equal graphs: one that a context changes by its objects, and one that batch requests change in the stores.
final class BatchComparison {
    private let objects: PersistentContainer
    private let batches: PersistentContainer
    private let shape: UndoShape
    private var random: RandomSource
    private var lastNumber = 0
    /// Objects do not keep their contexts.
    private var contexts: [ManagedObjectContext] = []
    /// What was done, newest last.
    private(set) var trace: [String] = []

    init(_ first: ConformanceFixture, _ second: ConformanceFixture, seed: UInt64) throws {
        let factory = first.factory
        shape = UndoShape(factory)
        let groups = shape.groups(factory.types.map { !$0.capabilities.isDurable })
        let split = factory.types.count > 1 ? groups : nil
        objects = try first.open(shape.model, split: split)
        batches = try second.open(shape.model, split: split)
        random = RandomSource(seed: seed)
        for entity in ["Box", "Tag", "Lid", "Node", "Special"] { try insert(entity, 3) }
    }

    /// Makes one step in both graphs and compares them.
    func step() throws {
        contexts = []
        switch random.below(10) {
        case 0..<3: try insert(random.pick(["Node", "Node", "Special", "Box", "Tag", "Lid"]), 1 + random.below(4))
        case 3..<5: try update()
        case 5..<6: try updateParents()
        case 6..<8: try link()
        default: try delete()
        }
        let (expected, found) = (try UndoCopy(context(objects)), try UndoCopy(context(batches)))
        guard found != expected else { return }
        throw ConformanceFailure("the batch differs:\n\(found.difference(from: expected))")
    }

    private func context(_ container: PersistentContainer) -> ManagedObjectContext {
        let context = container.newConfinedContext()
        contexts.append(context)
        return context
    }

    private func numbers(_ entity: String) throws -> [Int64] {
        try context(objects).find(entity, by: [SortKey(["number"])]).map { Int64(try $0.number()) }
    }

    /// A condition that some objects satisfy.
    private func condition(_ entity: String) throws -> FetchPredicate {
        let known = try numbers(entity)
        guard let pivot = known.isEmpty ? nil : random.pick(known) else { return .constant(true) }
        switch random.below(4) {
        case 0: return .compare("number", .equal, .integer(pivot))
        case 1: return .compare("number", .less, .integer(pivot))
        case 2: return .compare("number", .isIn, .list([.integer(pivot), .integer(random.pick(known))]))
        default:
            guard entity == "Node" else { return .compare("name", .equal, .missing) }
            return .compare("parent.number", .lessOrEqual, .integer(pivot))
        }
    }

    private func insert(_ entity: String, _ count: Int) throws {
        let parents = entity == "Node" || entity == "Special" ? try numbers("Node") : []
        var rows: [(number: Int64, values: [String: Value], parent: Int64?)] = []
        for _ in 0..<count {
            lastNumber += 1
            var values: [String: Value] = ["number": .integer(Int64(lastNumber))]
            let names = ["name"] + (entity == "Node" || entity == "Special" ? ["count", "data"] : [])
            for name in names where random.chance(2) {
                values[name] = random.pick(UndoShape.values[name] ?? [.missing])
            }
            rows.append((Int64(lastNumber), values, parents.isEmpty || random.chance(2) ? nil : random.pick(parents)))
        }
        trace.append("insert \(entity) \(rows.map { "\($0.number) in \($0.parent ?? 0)" })")
        let context = self.context(objects)
        for row in rows {
            let object = try context.add(entity, row.values)
            if let parent = row.parent { try object.setRelatedObject(try node(parent, context), forKey: "parent") }
        }
        try context.save()
        let reader = self.context(batches)
        let ids = try rows.map { try $0.parent.map { try self.node($0, reader)?.objectID } ?? nil }
        let result = try batches.execute(
            BatchInsertRequest<ManagedObject>(entity: entity, of: Array(zip(rows, ids))) { pair, row in
                row = BatchRow(pair.0.values)
                if let id = pair.1 { row["parent"] = .object(id) }
            })
        try expect(result.count, is: count)
    }

    private func node(_ number: Int64, _ context: ManagedObjectContext) throws -> ManagedObject? {
        try context.find("Node", .compare("number", .equal, .integer(number))).first
    }

    private func update() throws {
        let entity = random.pick(["Node", "Node", "Special", "Box", "Tag"])
        let predicate = try condition(entity)
        let name = random.pick(entity == "Node" || entity == "Special" ? ["name", "count", "data"] : ["name"])
        let value = random.pick(UndoShape.values[name] ?? [.missing])
        trace.append("update \(entity).\(name) = \(value) where \(predicate)")
        let context = self.context(objects)
        let found = try context.find(entity, predicate)
        for object in found { try object.setValue(value, forKey: name) }
        try context.save()
        let result = try batches.execute(BatchCases.update(entity, predicate, [(name, .constant(value))]))
        try expect(result.count, is: found.count)
    }

    /// Sets a number from a related object, and the related object from the parent's.
    private func updateParents() throws {
        let predicate = try condition("Node")
        trace.append("update Node.count, parent from the parent where \(predicate)")
        let context = self.context(objects)
        let found = try context.find("Node", predicate)
        let values = try found.map { try $0.relatedObject(forKey: "parent")?.value(forKey: "count") ?? .missing }
        let parents = try found.map {
            try $0.relatedObject(forKey: "parent").flatMap { try $0.relatedObject(forKey: "parent") }
        }
        for (index, object) in found.enumerated() {
            try object.setValue(values[index], forKey: "count")
            try object.setRelatedObject(parents[index], forKey: "parent")
        }
        try context.save()
        let request = BatchCases.update(
            "Node", predicate,
            [("count", .keyPath(["parent", "count"])), ("parent", .keyPath(["parent", "parent"]))])
        try expect(try batches.execute(request).count, is: found.count)
    }

    /// Makes the same links in both graphs, by objects: batches set no relationships that others depend on.
    private func link() throws {
        let nodes = try numbers("Node")
        guard !nodes.isEmpty else { return }
        let node = random.pick(nodes)
        let box = try numbers("Box").randomElement(&random)
        let tag = shape.hasTags ? try numbers("Tag").randomElement(&random) : nil
        let lid = try numbers("Lid").randomElement(&random)
        trace.append("link \(node) to box \(box ?? 0), tag \(tag ?? 0); lid \(lid ?? 0)")
        for container in [objects, batches] {
            let context = self.context(container)
            func object(_ entity: String, _ number: Int64?) throws -> ManagedObject? {
                try number.flatMap { try context.find(entity, .compare("number", .equal, .integer($0))).first }
            }
            guard let node = try object("Node", node) else { continue }
            let box = try object("Box", box)
            try node.setRelatedObject(box, forKey: "box")
            if let tag = try object("Tag", tag) { try node.relatedObjects(forKey: "tags").insert(tag) }
            if let box, let lid = try object("Lid", lid) { try box.setRelatedObject(lid, forKey: "lid") }
            try context.save()
        }
    }

    private func delete() throws {
        let entity = random.pick(["Node", "Node", "Special", "Box", "Tag", "Lid"])
        let predicate = try condition(entity)
        trace.append("delete \(entity) where \(predicate)")
        let context = self.context(objects)
        let found = try context.find(entity, predicate)
        for object in found { context.delete(object) }
        try context.save()
        try expect(try batches.execute(BatchCases.delete(entity, predicate)).count, is: found.count)
    }
}

extension Array {
    fileprivate func randomElement(_ random: inout RandomSource) -> Element? { isEmpty ? nil : random.pick(self) }
}
