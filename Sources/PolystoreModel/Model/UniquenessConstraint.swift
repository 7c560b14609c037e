/// A set of properties whose values together are unique among the objects of the declaring entity and its descendants.
///
/// The properties are stored attributes and to-one relationships. Bytes are unique by their content, whatever their
/// length; a relationship is unique by the object that it leads to. A missing value equals nothing, so objects with one
/// never clash.
public struct UniquenessConstraint: Hashable, Sendable {
    /// The entity that declares the constraint.
    public let entity: ModelEntity
    /// The properties, in the order of the declaration.
    public let properties: [ModelProperty]

    /// `Entity(name, other)`, for messages and index names.
    public var text: String { "\(entity.name)(\(properties.map(\.name).joined(separator: ", ")))" }
}
