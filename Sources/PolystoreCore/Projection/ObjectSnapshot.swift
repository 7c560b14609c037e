import PolystoreModel

/// The values of an object at one moment, as a value that may go anywhere.
///
/// Reading a property of a snapshot never reads a store. Data that is kept out of rows is not part of it.
public struct ObjectSnapshot: Sendable {
    /// The object's identity.
    public let objectID: ObjectID
    /// The name of the object's entity.
    public let entityName: String
    private let batch: RowBatch
    private let offset: Int
    private let transients: [PropertyKey: any Sendable]

    init(_ object: ManagedObject) {
        objectID = object.objectID
        entityName = object.entity.name
        transients = object.overlay?.transients ?? [:]
        if object.changedRow == nil, object.key > 0, !object.isInserted, object.storedRow().key == object.key,
            let rows = object.batch.rows
        {
            // A clean object's row never changes, so the snapshot shares it.
            batch = rows
            offset = object.offset
        } else {
            let row = object.readableRow()
            let own = RowView(base: row.base, layout: row.layout, key: object.key)
            batch = withExtendedLifetime(object) { SnapshotRow.copy(of: own) }
            offset = 8
        }
    }

    /// The version of the row: another one has other values.
    var version: UInt32 { withExtendedLifetime(batch) { batch.row(at: offset).version } }

    /// The value of an attribute; the type's zero when it is missing, and when the stored value is none of the type's,
    /// which `value(for:)` throws.
    public subscript<Value: AttributeValue>(attribute: Attribute<Value>) -> Value {
        // A subscript cannot throw where a key path may lead through it; the throwing twin tells why there is no value.
        (try? value(for: attribute)) ?? Value.zeroValue
    }

    /// The value of an attribute; the type's zero when it is missing.
    ///
    /// - Throws: `ValueError` when the stored value is none of the type's: a coder fails, an enumeration has no case.
    public func value<Value: AttributeValue>(for attribute: Attribute<Value>) throws(ValueError) -> Value {
        // Unwrapped before the cast: no value at all would be cast to an optional type's nil.
        if let kept = transients[attribute.propertyKey], let value = kept as? Value { return value }
        let row = batch.row(at: offset)
        defer { withExtendedLifetime(batch) {} }
        let index = row.layout.index(of: attribute.propertyKey)
        guard index >= 0, row.deferredData(row.layout.slots[index]) == nil else { return Value.zeroValue }
        do {
            return try Value.read(checking: row, row.layout.slots[index])
        } catch {
            var error = error
            (error.details[.entity], error.details[.property]) = (entityName, attribute.propertyKey.name)
            throw error
        }
    }

    /// The ID of a to-one relationship's object.
    public subscript<Destination>(relationship: ToOne<Destination>) -> ObjectID? {
        let row = batch.row(at: offset)
        return withExtendedLifetime(batch) {
            let index = row.layout.index(of: relationship.relationshipPropertyKey)
            return index < 0 ? nil : row.reference(row.layout.slots[index])
        }
    }

    /// The values of all stored attributes and to-one relationships by name.
    public var values: [String: Value] {
        let row = batch.row(at: offset)
        return withExtendedLifetime(batch) { row.valuesByName }
    }
}
