/// A type or module that generated code names and that is written elsewhere.
public struct ForeignType: Sendable, Hashable, Comparable {
    /// What the type has to be.
    public enum Kind: String, Sendable, Comparable {
        /// A class that generated classes inherit from.
        case baseClass
        /// A class of an entity that is left out.
        case entityClass
        /// A type whose values are kept as bytes: a `TransformableValue`.
        case transformable
        /// A type whose raw values an attribute keeps: an `AttributeValue`.
        case rawValue

        /// Orders by name.
        public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the type has to be.
    public let kind: Kind
    /// The type's name.
    public let name: String
    /// What has to be known besides: the type of the raw values, the entity of a class.
    public let detail: String

    /// Orders by kind and name.
    public static func < (left: ForeignType, right: ForeignType) -> Bool {
        (left.kind, left.name, left.detail) < (right.kind, right.name, right.detail)
    }
}
