/// Anything that has an object's identity, so that it can stand in a predicate: a managed object, or its ID.
public protocol IdentifiedObject {
    /// The identity.
    var objectID: ObjectID { get }
}

extension ObjectID: IdentifiedObject {
    /// The ID itself.
    public var objectID: ObjectID { self }
}
