import PolystoreRandom
import PolystoreStorage

/// Makes random programs: the same for the same seed and shape.
struct ProgramMaker {
    let shape: ProgramShape
    private var random: RandomSource
    private var next = 0
    private var items: [Int] = []
    private var boxes: [Int] = []
    private var tags: [Int] = []

    init(_ shape: ProgramShape, seed: UInt64) {
        self.shape = shape
        random = RandomSource(seed: seed)
    }

    /// A program of some steps.
    mutating func make(_ count: Int) -> [ProgramStep] {
        var steps: [ProgramStep] = []
        for _ in 0..<3 { steps.append(insert("Box")) }
        for _ in 0..<3 { steps.append(insert("Tag")) }
        while steps.count < count { steps.append(step()) }
        return steps
    }

    private mutating func step() -> ProgramStep {
        switch random.below(1_000) {
        case 0..<190: return insert(random.chance(4) ? "Special" : "Item")
        case 190..<205: return insert(random.chance(2) ? "Box" : "Tag")
        case 205..<520: return change { .set(number: $0, attribute: $1, $2) }
        case 520..<680: return .move(item: item(), box: random.chance(5) ? nil : random.pick(boxes))
        case 680..<760: return shape.hasTags ? .tag(item: item(), tag: random.pick(tags)) : .read(number: item())
        case 760..<790: return shape.hasTags ? .untag(item: item(), tag: random.pick(tags)) : .read(number: item())
        case 790..<915: return delete()
        case 915..<935: return .save
        case 935..<940: return .rollback
        case 940..<945:
            // Data out of a row is gone when others replace it, where data in a row is still in memory.
            let attribute = random.pick(ProgramShape.attributes.filter { $0.type != .binary })
            return .elsewhere(number: item(), attribute: attribute.name, random.pick(attribute.values))
        case 945..<948: return .freshContext
        case 948: return shape.isDurable && random.chance(4) ? .reopen : .save
        case 949..<960: return .count(request())
        case 960..<980: return .read(number: random.chance(4) ? random.pick(boxes) : item())
        default: return .fetch(request())
        }
    }

    private mutating func item() -> Int { items.isEmpty ? -1 : random.pick(items) }

    private mutating func insert(_ entity: String) -> ProgramStep {
        next += 1
        var values: [String: Value] = ["number": .integer(Int64(next))]
        switch entity {
        case "Box":
            boxes.append(next)
            values["name"] = .string("box\(next % 4)")
        case "Tag":
            tags.append(next)
            values["name"] = .string("tag\(next % 5)")
        default:
            items.append(next)
            for attribute in ProgramShape.attributes where !random.chance(3) {
                values[attribute.name] = random.pick(attribute.values)
            }
        }
        return .insert(entity: entity, number: next, values)
    }

    private mutating func change(_ make: (Int, String, Value) -> ProgramStep) -> ProgramStep {
        let attribute = random.pick(ProgramShape.attributes)
        return make(item(), attribute.name, random.pick(attribute.values))
    }

    private mutating func delete() -> ProgramStep {
        if random.chance(40), boxes.count > 3 { return .delete(number: boxes.remove(at: random.below(boxes.count))) }
        guard items.count > 40 else { return .read(number: item()) }
        return .delete(number: items.remove(at: random.below(items.count)))
    }

    private mutating func request() -> FetchRequestDescription {
        let entity = random.pick(["Item", "Item", "Item", "Special", "Box"])
        var request = FetchRequestDescription(entityName: entity)
        if !random.chance(8) { request.predicate = predicate(entity, depth: 2) }
        guard !random.chance(3) else { return request }
        if entity == "Box" {
            request.sortKeys = [SortKey(["name"], ascending: !random.chance(2))]
        } else {
            for _ in 0..<random.below(3) {
                let path = random.pick([
                    ["name"], ["count"], ["score"], ["price"], ["day"], ["isDone"], ["box", "name"],
                ])
                let options: FetchComparison.Options = path.last == "name" && random.chance(3) ? .caseInsensitive : []
                request.sortKeys.append(SortKey(path, ascending: !random.chance(2), options: options))
            }
        }
        if random.chance(2) { request.limit = random.below(20) }
        if random.chance(3) { request.offset = random.below(10) }
        return request
    }

    private mutating func predicate(_ entity: String, depth: Int) -> FetchPredicate {
        switch depth > 0 ? random.below(6) : 5 {
        case 0: .and([predicate(entity, depth: depth - 1), predicate(entity, depth: depth - 1)])
        case 1: .or([predicate(entity, depth: depth - 1), predicate(entity, depth: depth - 1)])
        case 2: .not(predicate(entity, depth: depth - 1))
        default: plainOrComputed(entity == "Box" ? boxComparison() : itemComparison())
        }
    }

    /// A comparison, or now and then the same one of an expression, which stores leave to the evaluator.
    private mutating func plainOrComputed(_ predicate: FetchPredicate) -> FetchPredicate {
        guard case .comparison(var comparison) = predicate, random.chance(6) else { return predicate }
        comparison.left = .function("noindex", [comparison.left])
        return .comparison(comparison)
    }

    private mutating func boxComparison() -> FetchPredicate {
        switch random.below(4) {
        case 0:
            return .compare("name", random.pick(FetchComparison.Operator.ofValues), .string("box\(random.below(4))"))
        case 1:
            return .compare(
                "items.@count", random.pick(FetchComparison.Operator.ofValues), .integer(Int64(random.below(6))))
        default:
            let attribute = random.pick(ProgramShape.attributes)
            let quantifier = random.pick([FetchComparison.Quantifier.any, .all, .noneOf])
            return .compare(
                "items.\(attribute.name)", random.pick(FetchComparison.Operator.ofValues),
                random.pick(attribute.values),
                quantifier: quantifier)
        }
    }

    private mutating func itemComparison() -> FetchPredicate {
        let attribute = random.pick(ProgramShape.attributes)
        let value = random.pick(attribute.values)
        switch random.below(9) {
        case 0:
            return .compare(
                "box.name", random.pick(FetchComparison.Operator.ofValues), .string("box\(random.below(4))"))
        case 1: return .compare("box", random.pick([.equal, .notEqual]), .missing)
        case 2 where shape.hasTags:
            return .compare(
                "tags.name", random.pick([.equal, .notEqual, .less]), .string("tag\(random.below(5))"),
                quantifier: random.pick([.any, .all, .noneOf]))
        case 3: return .compare(attribute.name, .isIn, .list((0..<3).map { _ in random.pick(attribute.values) }))
        case 4:
            return .compare(
                attribute.name, .between, .list([random.pick(attribute.values), random.pick(attribute.values)]))
        case 5:
            let text = random.pick(["", "a", "A", "\0", "ss", "e"])
            let options: FetchComparison.Options = random.pick(
                [[], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]])
            return .compare(
                "name", random.pick([.contains, .beginsWith, .endsWith, .like, .equal]), .string(text), options)
        default: return .compare(attribute.name, random.pick(FetchComparison.Operator.ofValues), value)
        }
    }
}
