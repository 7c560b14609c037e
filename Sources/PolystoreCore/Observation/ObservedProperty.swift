import PolystoreModel

/// A property of an object, as observation knows it.
struct ObservedProperty: Hashable, Sendable {
    let object: ObjectID
    let key: PropertyKey
}

extension ManagedObject {
    /// Stands for a property where observation asks for a key path; nothing is read by it.
    subscript(observed property: ObservedProperty) -> Bool { false }
}
