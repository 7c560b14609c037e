import PolystoreRandom
import PolystoreModel

extension GraphFixture {
    /// Objects that are drawn once and stored alike by several fixtures.
    struct Drawing {
        var items: [Item] = []
        var tags: [(person: Int64, tag: Int64)] = []
    }

    static let names = ["", "Ada", "ada", "Bob", "Cleo", "Dora", "Eve", "Zoë", "zoe", "Ådne"]

    /// Draws objects with gaps, doubles and missing values.
    static func draw(_ random: inout RandomSource, people: Int = 48) -> Drawing {
        var drawing = Drawing()
        for key in 1...12 {
            var item = Item(entity: "Company", key: Int64(key), choice: Int.random(in: 0..<6, using: &random))
            if !random.chance(5) { item.values["name"] = .string(random.pick(names) + String(key % 4) + "·\(key)") }
            if !random.chance(4) { item.values["size"] = .integer(Int64.random(in: 0..<5, using: &random)) }
            drawing.items.append(item)
        }
        for key in 1...people { drawing.items.append(person(Int64(key), &random, people: people)) }
        for key in 1...6 {
            var item = Item(entity: "Tag", key: Int64(key), choice: 0)
            if key > 1 { item.values["label"] = .string(random.pick(names)) }
            drawing.items.append(item)
        }
        for key in 1...40 {
            var item = Item(entity: "Selection", key: Int64(key), choice: 0)
            item.values["title"] = .string(random.pick(names))
            if !random.chance(4) {
                item.references["person"] = ("Person", Int64.random(in: 1...Int64(people), using: &random))
            }
            drawing.items.append(item)
        }
        var seen = Set<[Int64]>()
        for _ in 0..<people {
            let pair = (
                person: Int64.random(in: 1...Int64(people), using: &random),
                tag: Int64.random(in: 1...6, using: &random)
            )
            if seen.insert([pair.person, pair.tag]).inserted { drawing.tags.append(pair) }
        }
        return drawing
    }

    static func person(_ key: Int64, _ random: inout RandomSource, people: Int) -> Item {
        let isManager = key % 4 == 0
        var item = Item(
            entity: isManager ? "Manager" : "Person", key: key, choice: Int.random(in: 0..<6, using: &random))
        if !random.chance(6) { item.values["name"] = .string(random.pick(names)) }
        if !random.chance(6) { item.values["age"] = .integer(Int64.random(in: 18..<26, using: &random)) }
        if !random.chance(3) { item.values["score"] = .double(Double.random(in: -2..<2, using: &random).rounded()) }
        if isManager, !random.chance(3) { item.values["level"] = .integer(Int64.random(in: 0..<3, using: &random)) }
        // A few references lead to objects that were never saved.
        if !random.chance(5) { item.references["employer"] = ("Company", Int64.random(in: 1...12, using: &random)) }
        if !random.chance(3) {
            item.references["mentor"] = ("Person", Int64.random(in: 1...Int64(people), using: &random))
        }
        return item
    }
}
