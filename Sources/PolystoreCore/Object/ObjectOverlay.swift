import PolystoreModel

/// What an object has beyond the row that it was read from: present only while there is something.
package final class ObjectOverlay {
    /// The changed row; nil while no stored property was set.
    @exclusivity(unchecked) package final var row: MutableRow?
    /// Values of transient attributes, and of attributes that rows do not hold.
    package var transients: [PropertyKey: any Sendable] = [:]
    /// The same as they were at the last save, or were set when the row was read: what a rollback returns to.
    package var committedTransients: [PropertyKey: any Sendable] = [:]
    /// The related objects of to-one relationships whose reference is not kept in the object's row.
    package var looseReferences: [PropertyKey: ObjectID?] = [:]
    /// To-many relationships that were changed since the last save.
    package var changedRelationships: Set<PropertyKey> = []
    /// Of an object that only notes which property is read: the name read last.
    package var recorded: RecordedProperty?
    /// Why the object is inaccessible.
    package var error: (any Error)?

    package init() {}

    /// Whether everything here can be found or set anew, so that a clean object which nobody holds can go.
    package var isDispensable: Bool { row == nil && changedRelationships.isEmpty && error == nil }

    /// Takes the values as they are for the ones that a rollback returns to.
    package func commit() {
        row = nil
        changedRelationships = []
        committedTransients = transients
    }

    /// Returns to the values of the last commit.
    package func rollBack() {
        row = nil
        changedRelationships = []
        looseReferences = [:]
        error = nil
        transients = committedTransients
    }

    /// Whether there is nothing.
    package var isEmpty: Bool {
        isDispensable && transients.isEmpty && committedTransients.isEmpty && looseReferences.isEmpty
    }
}
