import PolystoreModel
import PolystoreStorage

/// Writes values into the rows of one entity in one store, and checks them.
final class BatchRowWriter {
    let layout: RowLayout
    let entity: ModelEntity
    /// The number of the store.
    let store: StoreNumber
    private let defaults: MutableRow
    private let checkedAttributes: [(attribute: ModelAttribute, index: Int)]
    private let checkedRelationships: [(relationship: ModelRelationship, index: Int)]

    /// Makes the writer of an entity's rows.
    ///
    /// - Throws: `ContextError` with code `storeNotOpen`; `ValueError` of a default.
    init(_ entity: ModelEntity, in store: StoreNumber, _ coordinator: PersistentStoreCoordinator) throws {
        guard let layout = coordinator.layout(for: entity, in: store) else {
            throw ContextError(.storeNotOpen, [.entity: entity.name])
        }
        (self.layout, self.entity, self.store) = (layout, entity, store)
        defaults = try MutableRow.ofDefaults(entity, layout)
        checkedAttributes = entity.attributes.compactMap { attribute in
            let index = layout.index(of: attribute.key)
            return attribute.isChecked && index >= 0 ? (attribute, index) : nil
        }
        checkedRelationships = entity.relationships.compactMap { relationship in
            let index = layout.index(of: relationship.key)
            return !relationship.isToMany && !relationship.isOptional && index >= 0 ? (relationship, index) : nil
        }
    }

    /// A new row with the defaults of the model.
    func newRow(_ key: Int64) -> MutableRow {
        let row = defaults.view
        return MutableRow.copy(of: RowView(base: row.base, layout: layout, key: key), to: layout)
    }

    /// Sets a property.
    ///
    /// - Throws: `BatchError` with code `invalidValue`, or `notSettable` for a reference that cannot leave its store.
    func set(_ property: BatchProperty, to value: Value, in row: MutableRow, number: Int?) throws(BatchError) {
        let index = layout.index(of: property.key)
        guard index >= 0 else {
            throw BatchError(
                .notSettable,
                [.entity: entity.name, .property: property.name, .reason: "the store does not keep it"], row: number)
        }
        if case .object(let target) = value, let relationship = property.relationship {
            guard target.root == relationship.destination.rootNumber else {
                throw BatchError(missing: target, of: relationship, entity: entity.name, row: number)
            }
            guard target.store == store || layout.slots[index].hasPeer else {
                throw BatchError(
                    .notSettable,
                    [.entity: entity.name, .property: property.name, .reason: "it cannot lead out of its store"],
                    row: number, object: target)
            }
        }
        do {
            try row.set(value, at: index)
        } catch {
            throw BatchError(
                .invalidValue, [.entity: entity.name, .property: property.name], row: number, cause: error)
        }
    }

    /// Checks what the model asks of attributes and of references to one object.
    ///
    /// - Parameters:
    ///   - row: The row as it is to be stored.
    ///   - keys: What was set; nil for all of a new row.
    ///   - number: The number of the row in its request.
    /// - Throws: `BatchError` with code `validation`.
    func validate(_ row: RowView, only keys: Set<PropertyKey>? = nil, number: Int?) throws(BatchError) {
        for (attribute, index) in checkedAttributes where keys?.contains(attribute.key) ?? true {
            if let code = AttributeValidator.failure(of: attribute, in: row, at: layout.slots[index]) {
                throw failure(attribute.name, code, row, number)
            }
        }
        for (relationship, index) in checkedRelationships where keys?.contains(relationship.key) ?? true {
            if row.isMissing(layout.slots[index]) { throw failure(relationship.name, .missing, row, number) }
        }
    }

    private func failure(
        _ property: String, _ code: ValidationFailure.Code, _ row: RowView, _ number: Int?
    ) -> BatchError {
        BatchError(
            .validation, [.entity: entity.name, .property: property, .reason: code.rawValue], row: number,
            object: number == nil ? row.objectID : nil)
    }
}
