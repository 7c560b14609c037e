/// The description of one attribute of a model.
public struct AttributeDescription: Hashable, Sendable, Codable {
    /// The attribute's name, unique within the entity and its ancestors.
    public var name: String
    /// The kind of value.
    public var type: AttributeType
    /// Whether a missing value is valid at save.
    public var isOptional = false
    /// Whether the value is kept in memory only.
    public var isTransient = false
    /// The value of a new object; missing means none.
    public var defaultValue = Value.missing
    /// The validation of a value at save.
    public var validation = AttributeValidation()
    /// Whether large values may be kept in files beside the store.
    public var allowsExternalStorage = false
    /// Whether history keeps the last value of a deleted object.
    public var isPreservedAfterDeletion = false
    /// The name of the coder of a transformable attribute, registered with the container; nil means `Codable` as JSON.
    public var coderName: String?
    /// The name of the Swift type of a transformable attribute.
    public var valueTypeName: String?
    /// The name of the composite of a composite attribute.
    public var compositeName: String?
    /// The expression that a store computes at save; nil for an ordinary attribute.
    public var derivation: FetchExpression?
    /// The name in an earlier version of the model.
    public var renamingIdentifier: String?
    /// Changes the version hash although nothing else changed.
    public var versionHashModifier: String?
    /// Free entries, not part of the version hash.
    public var userInfo: [String: String] = [:]

    /// Where a program declares the attribute by its class.
    package var place = DeclarationPlace()

    /// Makes a required attribute.
    public init(name: String, type: AttributeType) {
        self.name = name
        self.type = type
    }
}
