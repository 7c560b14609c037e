import PolystoreRandom
import PolystoreStorage

/// Makes random graphs: the same for the same shape and seed.
struct GraphMaker {
    private let shape: GraphShape
    private var random: RandomSource
    private var next = 0
    private var numbers: [String: [Int]] = [:]

    init(_ shape: GraphShape, seed: UInt64) {
        self.shape = shape
        random = RandomSource(seed: seed)
    }

    /// A graph of at most 64 objects, and some changes of it.
    mutating func make() -> GraphSample {
        var sample = GraphSample()
        for _ in 0..<random.below(5) { sample.rows.append(row("Shelf")) }
        for _ in 0..<random.below(9) { sample.rows.append(row("Box")) }
        for _ in 0..<random.below(8) { sample.rows.append(row("Tag")) }
        let count = random.chance(10) ? random.below(3) : 8 + random.below(36)
        for _ in 0..<count { sample.rows.append(row(item())) }
        for _ in 0..<(4 + random.below(16)) { sample.changes.append(change()) }
        return sample
    }

    private mutating func item() -> String { random.pick(["Item", "Item", "Item", "Special", "Rare"]) }

    private func family(_ entity: String) -> String { ["Special", "Rare"].contains(entity) ? "Item" : entity }

    private func description(_ name: String) -> GraphEntity? { shape.entities.first { $0.name == name } }

    private mutating func row(_ name: String) -> GraphSample.Row {
        next += 1
        var row = GraphSample.Row(entity: name, number: next, values: ["number": .integer(Int64(next))])
        if let entity = description(name) {
            for attribute in entity.attributes where attribute.name != "number" {
                row.values[attribute.name] = value(attribute)
            }
            for link in entity.ones {
                if let target = pick(link.destination), !random.chance(5) { row.references[link.name] = target }
            }
        }
        if family(name) == "Item" {
            row.values["region"] = .integer(Int64(random.below(shape.storeCount)))
            if shape.hasTags, let tags = numbers["Tag"] { row.tags = tags.filter { _ in random.chance(4) } }
        }
        numbers[family(name), default: []].append(next)
        return row
    }

    /// A value for an attribute; every fifth value is missing, so are nearly all of what has no order.
    private mutating func value(_ attribute: GraphAttribute) -> Value {
        random.chance(attribute.kind == nil ? 2 : 5) ? .missing : GraphValues.random(attribute.type, &random)
    }

    private mutating func pick(_ entity: String) -> Int? {
        numbers[family(entity)].flatMap { $0.isEmpty ? nil : random.pick($0) }
    }

    private mutating func change() -> GraphSample.Change {
        let entity = random.pick(["Item", "Item", "Item", "Box", "Shelf", "Tag"])
        guard let number = pick(entity), let description = description(entity), !random.chance(5) else {
            return .insert(row(entity == "Item" ? item() : entity))
        }
        switch random.below(6) {
        case 0:
            numbers[entity]?.removeAll { $0 == number }
            return .delete(number)
        case 1 where !description.ones.isEmpty:
            let link = random.pick(description.ones)
            return .refer(number, link.name, random.chance(4) ? nil : pick(link.destination))
        case 2 where entity == "Item" && shape.hasTags:
            guard let tag = pick("Tag") else { break }
            return random.chance(3) ? .untag(number, tag) : .tag(number, tag)
        default: break
        }
        let attribute = random.pick(description.attributes.filter { $0.name != "number" })
        return .set(number, attribute.name, value(attribute))
    }
}
