/// Options of generated classes.
public struct GenerationOptions: Sendable {
    /// Into which files they are written.
    public var shape = GenerationShape.two
    /// The access level of the classes.
    public var access = AccessLevel.internal
    /// Whether each property has an accessor of its own, with its type and comment; without, tokens alone are accessors.
    public var hasTypedProperties = true
    /// Whether the names of properties and the entries of user info are written as constants.
    public var hasNameConstants = true
    /// Only the entities of this configuration; nil for all.
    public var configuration: String?
    /// The class that classes of root entities inherit from instead of `ManagedObject`.
    public var baseClass: String?
    /// Whether `baseClass` stands in the place of every parent, not only of that of root entities.
    public var isBaseClassForced = false
    /// Modules that every machine file imports besides Polystore.
    public var imports: [String] = []
    /// The templates in the place of those that come along, by name.
    public var templates: [String: String] = [:]
    /// The values that templates see as `variables`.
    public var templateVariables: [String: String] = [:]

    /// Makes the options that everything has unless it is told otherwise.
    public init() {}
}
