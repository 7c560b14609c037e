/// One thing that a model built without classes says of an entity.
///
///     EntityDescription(
///         "Person", parent: "Being",
///         .attribute("name", .string, .unique),
///         .attribute("age", .integer16, .default(0), .minimum(0)),
///         .toOne("employer", "Company", inverse: "staff", .required),
///         .index("byAgeAndName", "-age", "name"))
public struct EntityPart: EntityMember {
    private let add: @Sendable (inout EntityDescription) -> Void

    /// An attribute: required unless `.optional` is among the options.
    public static func attribute(
        _ name: String, _ type: AttributeType, _ options: AttributeOption<AnyAttributeValue>...
    ) -> EntityPart {
        let specification = AttributeSpecification(AttributeDescription(name: name, type: type), options)
        return EntityPart { specification.addMember(to: &$0) }
    }

    /// An attribute that holds the elements of a composite together.
    public static func composite(
        _ name: String, _ composite: String, _ options: AttributeOption<AnyAttributeValue>...
    ) -> EntityPart {
        var description = AttributeDescription(name: name, type: .composite)
        description.compositeName = composite
        let specification = AttributeSpecification(description, options)
        return EntityPart { specification.addMember(to: &$0) }
    }

    /// An attribute that stores compute at save.
    public static func derived(_ name: String, _ type: AttributeType, from expression: FetchExpression) -> EntityPart {
        var description = AttributeDescription(name: name, type: type)
        description.isOptional = true
        description.derivation = expression
        return EntityPart { [description] in $0.attributes.append(description) }
    }

    /// A relationship to at most one object.
    ///
    /// - Parameters:
    ///   - name: The relationship's name.
    ///   - destination: The name of the destination entity.
    ///   - inverse: The relationship that leads back; naming it on one side is enough.
    ///   - options: Whatever else there is to say.
    /// - Returns: The part.
    public static func toOne(
        _ name: String, _ destination: String, inverse: String? = nil, _ options: RelationshipOption...
    ) -> EntityPart {
        relationship(.init(name: name, to: .entity(destination), isToMany: false, inverse: inverse), options)
    }

    /// A relationship to any number of objects.
    ///
    /// - Parameters:
    ///   - name: The relationship's name.
    ///   - destination: The name of the destination entity.
    ///   - inverse: The relationship that leads back; naming it on one side is enough.
    ///   - options: Whatever else there is to say.
    /// - Returns: The part.
    public static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, _ options: RelationshipOption...
    ) -> EntityPart {
        relationship(.init(name: name, to: .entity(destination), isToMany: true, inverse: inverse), options)
    }

    /// A property that runs a request when it is first read.
    public static func fetched(_ name: String, _ request: FetchRequestDescription) -> EntityPart {
        EntityPart { $0.fetchedProperties.append(FetchedPropertyDescription(name: name, request: request)) }
    }

    /// Attributes whose values together are unique.
    public static func unique(_ attributes: String...) -> EntityPart {
        EntityPart { $0.uniquenessConstraints.append(attributes) }
    }

    /// An index over properties, most significant first; a minus before a name means descending.
    public static func index(
        _ name: String, _ elements: String..., where predicate: FetchPredicate? = nil
    ) -> EntityPart {
        var index = FetchIndexDescription(name: name, elements: elements.map(FetchIndexDescription.Element.init))
        index.partialPredicate = predicate
        return EntityPart { [index] in $0.indexes.append(index) }
    }

    /// The name in an earlier version of the model.
    public static func renamed(from name: String) -> EntityPart { EntityPart { $0.renamingIdentifier = name } }

    /// Changes the version hash although nothing else changed.
    public static func hashModifier(_ modifier: String) -> EntityPart {
        EntityPart { $0.versionHashModifier = modifier }
    }

    /// Free entries.
    public static func userInfo(_ entries: [String: String]) -> EntityPart { EntityPart { $0.userInfo = entries } }

    /// Adds what the part says to a description.
    public func addMember(to entity: inout EntityDescription) { add(&entity) }

    private init(_ add: @escaping @Sendable (inout EntityDescription) -> Void) { self.add = add }

    private static func relationship(
        _ description: RelationshipDescription, _ options: [RelationshipOption]
    ) -> EntityPart {
        var description = description
        for option in options { option.apply(&description) }
        return EntityPart { [description] in $0.relationships.append(description) }
    }
}
