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
