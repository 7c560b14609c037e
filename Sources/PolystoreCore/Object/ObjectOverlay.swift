import PolystoreModel

/// What an object has beyond the row that it was read from: present only while there is more than a changed row.
package final class ObjectOverlay {
    /// The changed row; nil while no stored property was set.
    @exclusivity(unchecked) package final var row: MutableRow?
    /// The changed row without counting references to it.
    @inline(__always) package final var unmanagedRow: Unmanaged<MutableRow>? { row.map(Unmanaged.passUnretained) }
    /// What few objects have, in memory of its own: most overlays are made for a changed relationship.
    @exclusivity(unchecked) private var rareValues: RareValues?
    /// Relationships that were changed since the last save and are not in the row.
    @exclusivity(unchecked) package final var changedRelationships: [PropertyKey] = []

    private final class RareValues {
        var transients: [PropertyKey: any Sendable] = [:]
        var committedTransients: [PropertyKey: any Sendable] = [:]
        var unstoredReferences: [PropertyKey: ObjectID?] = [:]
        var recorded: RecordedProperty?
        var error: (any Error)?
        var wideKey: Int64?

        var isEmpty: Bool {
            transients.isEmpty && committedTransients.isEmpty && unstoredReferences.isEmpty && wideKey == nil
        }
    }

    init(row: MutableRow?) { self.row = row }

    package init(wideKey: Int64) { made.wideKey = wideKey }

    /// Whether there is anything beside the changed row and the names of changed relationships.
    @inline(__always) package final var hasRareValues: Bool { rareValues != nil }

    /// Whether there are related objects whose reference is not kept in the object's row.
    @inline(__always) package final var hasUnstoredReferences: Bool {
        !(rareValues?.unstoredReferences.isEmpty ?? true)
    }

    private var made: RareValues {
        if let rareValues { return rareValues }
        let made = RareValues()
        rareValues = made
        return made
    }

    /// Values of transient attributes, and of attributes that rows do not hold.
    package var transients: [PropertyKey: any Sendable] {
        get { rareValues?.transients ?? [:] }
        set { made.transients = newValue }
    }

    /// The same as they were at the last save, or were set when the row was read: what a rollback returns to.
    package var committedTransients: [PropertyKey: any Sendable] {
        get { rareValues?.committedTransients ?? [:] }
        set { made.committedTransients = newValue }
    }

    /// The related objects of to-one relationships whose reference is not kept in the object's row.
    package var unstoredReferences: [PropertyKey: ObjectID?] {
        get { rareValues?.unstoredReferences ?? [:] }
        set { made.unstoredReferences = newValue }
    }

    /// Of an object that only notes which property is read: the name read last.
    package var recorded: RecordedProperty? {
        get { rareValues?.recorded }
        set { made.recorded = newValue }
    }

    /// The object's key, when it has no room in the object itself.
    package var wideKey: Int64? {
        get { rareValues?.wideKey }
        set { if newValue != nil || rareValues != nil { made.wideKey = newValue } }
    }

    /// Why the object is inaccessible.
    package var error: (any Error)? {
        get { rareValues?.error }
        set { made.error = newValue }
    }

    /// Whether everything here can be found or set anew, so that a clean object without other references can go.
    package var isDispensable: Bool { row == nil && changedRelationships.isEmpty && error == nil }

    /// Lists a relationship among the changed ones.
    final func noteChanged(_ relationship: PropertyKey) {
        if !changedRelationships.contains(relationship) { changedRelationships.append(relationship) }
    }

    /// Takes the values as they are for the ones that a rollback returns to.
    package func commit() {
        row = nil
        changedRelationships = []
        if let rareValues { rareValues.committedTransients = rareValues.transients }
    }

    /// Returns to the values of the last commit.
    package func rollBack() {
        row = nil
        changedRelationships = []
        guard let rareValues else { return }
        rareValues.unstoredReferences = [:]
        rareValues.error = nil
        rareValues.transients = rareValues.committedTransients
    }

    /// Whether there is nothing.
    package var isEmpty: Bool {
        isDispensable && rareValues?.isEmpty ?? true
    }
}
