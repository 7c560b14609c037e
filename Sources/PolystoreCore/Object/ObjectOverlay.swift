import PolystoreModel

/// What an object has beyond the row that it was read from: present only while there is something.
package final class ObjectOverlay {
    /// The changed row; nil while no stored property was set.
    @exclusivity(unchecked) package final var row: MutableRow?
    /// Values of transient attributes, and of attributes that rows do not hold.
    package var transients: [PropertyKey: any Sendable] = [:]
    /// The related objects of to-one relationships whose reference is not kept in the object's row.
    package var looseReferences: [PropertyKey: ObjectID?] = [:]
    /// To-many relationships that were changed since the last save.
    package var changedRelationships: Set<PropertyKey> = []
    /// Why the object is inaccessible.
    package var error: (any Error)?

    package init() {}
}
