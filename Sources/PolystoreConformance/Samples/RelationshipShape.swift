import PolystoreCore
import PolystoreStorage

/// Where the two entities of a relationship live.
enum Placement: Sendable {
    /// In one store.
    case together
    /// Each in a store of its own.
    case apart

    /// The groups of entities for the stores of a bench; nil for one store.
    func groups(_ bench: ConformanceFixture) -> [[String]]? {
        switch self {
        case .together: nil
        case .apart: [["Left"], ["Right"]] + (bench.factory.types.count > 2 ? [["Spare"]] : [])
        }
    }

    /// How sentences speak of it.
    var phrase: String {
        switch self {
        case .together: ""
        case .apart: ", between stores"
        }
    }
}

/// A kind of relationship from `Left.others`, with its inverse `Right.back` if it has one.
enum RelationshipShape: String, CaseIterable, Sendable {
    case oneToOne, oneToMany, manyToOne, manyToMany, orderedOneToMany, orderedManyToMany
    case toOneWithoutInverse, toManyWithoutInverse
    /// Within one entity.
    case treeOfOneEntity, webOfOneEntity

    /// How sentences speak of it.
    var phrase: String {
        switch self {
        case .oneToOne: "one-to-one"
        case .oneToMany: "one-to-many"
        case .manyToOne: "many-to-one"
        case .manyToMany: "many-to-many"
        case .orderedOneToMany: "ordered one-to-many"
        case .orderedManyToMany: "ordered many-to-many"
        case .toOneWithoutInverse: "to-one without an inverse"
        case .toManyWithoutInverse: "to-many without an inverse"
        case .treeOfOneEntity: "one-to-many within an entity"
        case .webOfOneEntity: "many-to-many within an entity"
        }
    }

    var isWithinEntity: Bool { self == .treeOfOneEntity || self == .webOfOneEntity }
    var hasInverse: Bool { self != .toOneWithoutInverse && self != .toManyWithoutInverse }
    var isOrdered: Bool { self == .orderedOneToMany || self == .orderedManyToMany }

    /// Whether a left object has several right ones.
    var isToMany: Bool {
        switch self {
        case .oneToOne, .manyToOne, .toOneWithoutInverse: false
        default: true
        }
    }

    /// Whether a right object has several left ones.
    var isBackToMany: Bool {
        switch self {
        case .manyToOne, .manyToMany, .orderedManyToMany, .toOneWithoutInverse, .toManyWithoutInverse, .webOfOneEntity:
            true
        default: false
        }
    }

    var isJoin: Bool { isToMany && isBackToMany }

    /// The capabilities that a store needs.
    var needs: Set<ConformanceCapability> {
        var needs: Set<ConformanceCapability> = []
        if isJoin { needs.insert(.joins) }
        if isOrdered { needs.insert(.orderedRelationships) }
        return needs
    }

    /// The name of the entity on the right.
    var right: String { isWithinEntity ? "Left" : "Right" }

    /// The model; the rule is that of `Left.others`.
    func model(_ rule: DeleteRule = .nullify) -> ModelDescription {
        let inverse = hasInverse ? "back" : nil
        let others: RelationshipDescription =
            isToMany
            ? .many("others", to: right, inverse: inverse, ordered: isOrdered, rule)
            : .one("others", to: right, inverse: inverse, rule)
        let back: RelationshipDescription =
            isBackToMany
            ? .many("back", to: "Left", inverse: "others") : .one("back", to: "Left", inverse: "others")
        let name = AttributeDescription.optional("name", .string)
        let spare = EntityDescription.named("Spare", [name])
        guard !isWithinEntity else { return .of(.named("Left", [name], [others, back]), spare) }
        return .of(
            .named("Left", [name], [others]), .named("Right", [name], hasInverse ? [back] : []), spare)
    }

    /// Whether the stores of a bench cannot keep the relationship apart: a durable store would have to refer into a
    /// volatile one.
    func isRefused(_ bench: ConformanceFixture) -> Bool {
        switch self {
        case .oneToMany, .orderedOneToMany: !bench.isVolatile(1) && bench.isVolatile(0)
        case .manyToOne, .toOneWithoutInverse: !bench.isVolatile(0) && bench.isVolatile(1)
        default: false
        }
    }

    /// Opens the stores; nil when they must refuse the model, and did with the right error.
    func open(
        _ bench: ConformanceFixture, _ placement: Placement, _ rule: DeleteRule = .nullify
    ) throws -> RelationshipFixture? {
        let model = model(rule)
        let groups = try groups(bench, placement)
        if placement == .apart, isRefused(bench) {
            let error = try expectError(CoordinatorError.self, "a reference out of a durable store") {
                _ = try bench.open(model, split: groups)
            }
            try expect(error.code, is: .volatileReference)
            return nil
        }
        return RelationshipFixture(
            shape: self, bench: bench, model: model, groups: groups, container: try bench.open(model, split: groups))
    }

    private func groups(_ bench: ConformanceFixture, _ placement: Placement) throws -> [[String]]? {
        guard var groups = placement.groups(bench) else { return nil }
        if bench.factory.types.count == 2 { groups[1].append("Spare") }
        return groups
    }
}
