import Polystore
import PolystoreModelFiles

extension ModelOutline {
    /// The outline of a model.
    init(_ model: ModelDescription) {
        let model = model.sortedByName
        name = model.name
        versionIdentifiers = model.versionIdentifiers
        entities = model.entities.map(Entity.init)
        composites = model.composites.map { Composite(name: $0.name, elements: $0.elements.map(Attribute.init)) }
        configurations = model.configurations.sorted { $0.key < $1.key }.map {
            Configuration(name: $0.key, entities: $0.value.sorted())
        }
        fetchRequests = model.fetchRequestTemplates.sorted { $0.key < $1.key }.map { Request($0.value, named: $0.key) }
    }
}

extension ModelOutline.Entity {
    init(_ entity: EntityDescription) {
        name = entity.name
        parent = entity.superentityName
        isAbstract = entity.isAbstract
        className = entity.className
        codeGeneration = entity.codeGeneration
        renamedFrom = entity.renamingIdentifier
        versionHashModifier = entity.versionHashModifier
        attributes = entity.attributes.map(ModelOutline.Attribute.init)
        relationships = entity.relationships.map(ModelOutline.Relationship.init)
        fetchedProperties = entity.fetchedProperties.map { .init($0.request, named: $0.name) }
        uniquenessConstraints = entity.uniquenessConstraints
        indexes = entity.indexes.map { index in
            ModelOutline.Index(
                name: index.name,
                elements: index.elements.map { .init(property: $0.property, isAscending: $0.isAscending) },
                condition: index.partialPredicate?.formatText)
        }
        userInfo = entity.userInfo
    }
}

extension ModelOutline.Attribute {
    init(_ attribute: AttributeDescription) {
        func text(_ value: Value?) -> String? { value.flatMap { $0.modelFileText(as: attribute.type) } }
        name = attribute.name
        type = attribute.type.rawValue
        isOptional = attribute.isOptional
        isTransient = attribute.isTransient
        defaultValue = text(attribute.defaultValue)
        minimum = text(attribute.validation.minimum)
        maximum = text(attribute.validation.maximum)
        minimumLength = attribute.validation.minimumLength
        maximumLength = attribute.validation.maximumLength
        pattern = attribute.validation.pattern
        allowsExternalStorage = attribute.allowsExternalStorage
        isPreservedAfterDeletion = attribute.isPreservedAfterDeletion
        coder = attribute.coderName
        valueType = attribute.valueTypeName
        composite = attribute.compositeName
        derivation = attribute.derivation?.derivationText
        renamedFrom = attribute.renamingIdentifier
        versionHashModifier = attribute.versionHashModifier
        userInfo = attribute.userInfo
    }
}

extension ModelOutline.Relationship {
    init(_ relationship: RelationshipDescription) {
        name = relationship.name
        switch relationship.destination {
        case .entity(let name), .objectClass(let name): destination = name
        }
        inverse = relationship.inverseName
        cardinality = relationship.isToMany ? "toMany" : "toOne"
        isOrdered = relationship.isOrdered
        isOptional = relationship.isOptional
        isTransient = relationship.isTransient
        minimumCount = relationship.minimumCount
        maximumCount = relationship.maximumCount
        deleteRule = relationship.deleteRule.rawValue
        renamedFrom = relationship.renamingIdentifier
        versionHashModifier = relationship.versionHashModifier
        userInfo = relationship.userInfo
    }
}

extension ModelOutline.Request {
    init(_ request: FetchRequestDescription, named name: String) {
        self.name = name
        entity = request.entityName
        condition = request.predicate?.formatText
        limit = request.limit
        batchSize = request.batchSize
        includesSubentities = request.includesSubentities
        includesPendingChanges = request.includesPendingChanges
    }
}
