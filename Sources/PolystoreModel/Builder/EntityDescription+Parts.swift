extension EntityDescription {
    /// Describes an entity without a class of its own.
    ///
    /// - Parameters:
    ///   - name: The entity's name.
    ///   - parent: The name of the parent entity.
    ///   - isAbstract: Whether no object may be exactly of this entity.
    ///   - parts: Attributes, relationships, constraints, indexes and the rest.
    public init(_ name: String, parent: String? = nil, isAbstract: Bool = false, _ parts: EntityPart...) {
        self.init(name: name)
        superentityName = parent
        self.isAbstract = isAbstract
        for part in parts { part.addMember(to: &self) }
    }
}

extension CompositeDescription {
    /// Describes a composite.
    ///
    ///     CompositeDescription("Address", .attribute("street", .string, .optional), .attribute("city", .string))
    ///
    /// - Parameters:
    ///   - name: The composite's name.
    ///   - elements: The elements: parts that are attributes; others mean nothing here.
    public init(_ name: String, _ elements: EntityPart...) {
        var entity = EntityDescription(name: name)
        for element in elements { element.addMember(to: &entity) }
        self.init(name: name, elements: entity.attributes)
    }
}

extension ModelDescription {
    /// Describes a model without classes.
    ///
    ///     let model = try ManagedObjectModel(
    ///         ModelDescription("Staff", [
    ///             EntityDescription("Company", .attribute("name", .string), .toMany("staff", "Person", .ordered)),
    ///             EntityDescription("Person", .toOne("employer", "Company", inverse: "staff")),
    ///         ]))
    ///
    /// - Parameters:
    ///   - name: The model's name, for messages.
    ///   - entities: The entities, in any order.
    ///   - composites: The composites that attributes refer to.
    ///   - configurations: Named sets of entities.
    public init(
        _ name: String, _ entities: [EntityDescription], composites: [CompositeDescription] = [],
        configurations: [String: [String]] = [:]
    ) {
        self.init(name: name)
        self.entities = entities
        self.composites = composites
        self.configurations = configurations
    }
}
