import PolystoreRandom
import PolystoreStorage

extension QuestionMaker {
    /// An attribute of a kind, through to-one relationships; nil when the walk ends where there is none.
    mutating func attribute(
        of kind: GraphKind, _ scope: GraphScope
    ) -> (names: [String], attribute: GraphAttribute)? {
        var (entity, names) = walk(scope.entity, oneIn: 4)
        var found = entity.attributes.filter { $0.kind == kind }
        if found.isEmpty {
            (entity, names) = (scope.entity, [])
            found = entity.attributes.filter { $0.kind == kind }
        }
        guard !found.isEmpty else { return nil }
        let attribute = random.pick(found)
        return (names + [attribute.name], attribute)
    }

    /// Steps through to-one relationships, as long as chance has it.
    mutating func walk(_ start: GraphEntity, oneIn: Int) -> (GraphEntity, [String]) {
        var (entity, names): (GraphEntity, [String]) = (start, [])
        while names.count < 3, !entity.ones.isEmpty, random.chance(oneIn) {
            let link = random.pick(entity.ones)
            names.append(link.name)
            entity = pick(link.destination)
        }
        return (entity, names)
    }

    /// A path through one to-many relationship to objects; nil when there is none.
    mutating func objectsPath(_ start: GraphEntity) -> (names: [String], entity: GraphEntity, isOrdered: Bool)? {
        let (before, names) = walk(start, oneIn: 4)
        guard !before.manys.isEmpty else { return nil }
        let link = random.pick(before.manys)
        return (names + [link.name], pick(link.destination), link.isOrdered)
    }

    /// A path through one to-many relationship to values of any kind; nil when there is none.
    mutating func valuesPath(_ start: GraphEntity) -> (names: [String], attribute: GraphAttribute)? {
        guard let (names, entity, _) = objectsPath(start) else { return nil }
        let (last, more) = walk(entity, oneIn: 5)
        let attribute = random.pick(last.attributes.filter { $0.kind != nil })
        return (names + more + [attribute.name], attribute)
    }

    /// A path to values of a kind; nil when chance finds none.
    mutating func valuesPath(of kind: GraphKind, _ start: GraphEntity) -> [String]? {
        guard let (names, entity, _) = objectsPath(start) else { return nil }
        let found = entity.attributes.filter { $0.kind == kind && $0.name != "count" }
        return found.isEmpty ? nil : names + [random.pick(found).name]
    }

    /// A value beside an attribute; sometimes missing, sometimes a number of another type.
    mutating func constant(_ attribute: GraphAttribute) -> FetchExpression {
        if random.chance(14) { return .constant(.missing) }
        if attribute.kind == .number, random.chance(5) {
            return .constant(
                GraphValues.random(random.pick([.integer64, .double, .float, .decimal, .integer16]), &random))
        }
        if attribute.kind == .boolean, random.chance(6) { return .constant(.integer(Int64(random.below(2)))) }
        if attribute.name == "number" { return .constant(.integer(Int64(random.below(64)))) }
        return .constant(GraphValues.random(attribute.type, &random))
    }

    /// A small integer.
    mutating func small() -> FetchExpression { .constant(.integer(Int64(random.below(8) - 2))) }

    /// An object of an entity as a variable; nil when there is none.
    mutating func object(of entity: GraphEntity) -> FetchExpression? {
        let names = ["Item", "Special", "Rare"].contains(entity.name) ? ["Item", "Special", "Rare"] : [entity.name]
        let numbers = names.flatMap { objects[$0] ?? [] }
        return numbers.isEmpty ? nil : .variable(GraphQuestion.variable(random.pick(numbers)))
    }
}
