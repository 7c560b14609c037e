/// Something that a model says of one of its parts.
///
/// The raw value is its label in sentences.
public enum ModelAspect: String, Hashable, Sendable, CaseIterable {
    // Of entities.
    case parent
    case superclass
    /// Whether an entity is abstract.
    case kind
    case className = "class"
    case codeGeneration = "code generation"
    case attributeCount = "number of attributes"
    case relationshipCount = "number of relationships"

    // Of properties.
    /// Whether a property is an attribute, a relationship or a fetched property.
    case propertyKind = "kind of property"
    case type
    /// Whether a value is required.
    case presence
    /// Whether a property is transient.
    case storage
    case defaultValue = "default"
    case minimum
    case maximum
    case minimumLength = "minimum length"
    case maximumLength = "maximum length"
    case pattern
    case externalStorage = "external storage"
    case preservation = "value in history after deletion"
    case coder
    case valueType = "value type"
    case composite
    case derivation
    case destination
    /// The root of the hierarchy that a relationship leads into.
    case hierarchy = "hierarchy of the destination"
    case cardinality
    case order
    case inverse
    case inverseCardinality = "cardinality of the inverse"
    case inverseOrder = "order of the inverse"
    case inverseStorage = "storage of the inverse"
    case minimumCount = "minimum count"
    case maximumCount = "maximum count"
    case deleteRule = "delete rule"

    // Of several kinds of parts.
    case versionHashModifier = "version hash modifier"
    case userInfo = "user info"
    case request
    /// What an index holds.
    case elements
    case elementCount = "number of elements"
    /// The entities of a configuration.
    case members
    case versionIdentifiers = "version identifier"

    /// Whether stored rows depend on it, so that a store of one model is not opened with another: what enters the version
    /// hash of an entity.
    public var concernsStores: Bool {
        switch self {
        case .parent, .kind, .propertyKind, .type, .presence, .storage, .composite, .derivation, .destination,
            .hierarchy,
            .cardinality, .order, .inverse, .inverseCardinality, .inverseOrder, .inverseStorage, .minimumCount,
            .maximumCount, .versionHashModifier:
            true
        case .superclass, .className, .codeGeneration, .attributeCount, .relationshipCount, .defaultValue, .minimum,
            .maximum, .minimumLength, .maximumLength, .pattern, .externalStorage, .preservation, .coder, .valueType,
            .deleteRule, .userInfo, .request, .elements, .elementCount, .members, .versionIdentifiers:
            false
        }
    }

    /// Whether it belongs to the shape by which a rename is suggested.
    var isOfShape: Bool {
        switch self {
        case .parent, .kind, .type, .presence, .storage, .composite, .derivation, .valueType, .destination,
            .cardinality,
            .order:
            true
        default: false
        }
    }
}
