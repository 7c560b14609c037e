/// A set of attributes whose values together are unique among the objects of the declaring entity and its descendants.
///
/// A missing value equals nothing, so objects with one never clash.
public struct UniquenessConstraint: Hashable, Sendable {
    /// The entity that declares the constraint.
    public let entity: ModelEntity
    /// The attributes, in the order of the declaration.
    public let attributes: [ModelAttribute]

    /// `Entity(name, other)`, for messages and index names.
    public var text: String { "\(entity.name)(\(attributes.map(\.name).joined(separator: ", ")))" }
}
