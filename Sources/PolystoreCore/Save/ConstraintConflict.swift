import PolystoreModel

/// Two objects whose values for a uniqueness constraint would be equal.
public struct ConstraintConflict: Sendable, Hashable, CustomStringConvertible {
    /// The entity that declares the constraint, and the properties.
    public let constraint: String
    /// The attributes and to-one relationships of the constraint.
    public let properties: [String]
    /// The object that was saved.
    public let object: ObjectID
    /// The other object, of the store or of the same save.
    public let other: ObjectID

    /// Constraint and objects; never the values.
    public var description: String { "\(object) and \(other) have the same values for \(constraint)" }
}
