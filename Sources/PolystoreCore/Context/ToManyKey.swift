import PolystoreModel

/// Names one to-many relationship of one object.
package struct ToManyKey: Hashable {
    package let owner: ObjectID
    package let relationship: PropertyKey

    package init(_ owner: ObjectID, _ relationship: PropertyKey) {
        self.owner = owner
        self.relationship = relationship
    }
}

extension ToManyKey {
    /// See `ObjectID`: the standard library's tables ask for this instead of a `Hasher`.
    package func _rawHashValue(seed: Int) -> Int { owner._rawHashValue(seed: seed &+ relationship.number) }
}
