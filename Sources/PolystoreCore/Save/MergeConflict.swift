import PolystoreModel

/// An object whose stored row is not the one that the save began from.
public struct MergeConflict: Sendable, CustomStringConvertible {
    /// The object.
    public let object: ObjectID
    /// The object's entity.
    public let entity: String
    /// The version that the context began from; 0 for a new object that met an existing row, and for an object that the
    /// save only refers to.
    public let oldVersion: Int
    /// The version in the store; 0 when the row is gone.
    ///
    /// The same as `oldVersion` for an object that is to be deleted and that another context has linked to.
    public let newVersion: Int
    /// The values that the context would have saved, by property.
    public let contextValues: [String: Value]
    /// The values that the context began from.
    public let oldValues: [String: Value]
    /// The values in the store; nil when the row is gone.
    public let storeValues: [String: Value]?

    /// Object and versions; never the values.
    public var description: String {
        if newVersion == oldVersion, newVersion != 0 {
            return "\(entity) \(object) is to be deleted, and others have linked to it"
        }
        if newVersion == 0, oldVersion == 0 { return "\(entity) \(object) is referred to, and was deleted" }
        return newVersion == 0
            ? "\(entity) \(object) was deleted (the context has version \(oldVersion))"
            : "\(entity) \(object) has version \(newVersion) in the store (the context has \(oldVersion))"
    }
}
