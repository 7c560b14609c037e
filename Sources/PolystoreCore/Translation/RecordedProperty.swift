import PolystoreModel
import PolystoreStorage

/// Which property of a recording object was read: how a key path of a class is turned into a name.
package final class RecordedProperty {
    /// The key of the property.
    package var key: PropertyKey?

    /// An object without context or properties, which notes what is asked of it.
    static func recorder<Object: ManagedObject>(_ type: Object.Type) -> (object: Object, recorded: RecordedProperty)? {
        guard let entity = emptyEntity else { return nil }
        let rows = EmptyRows.batch(for: entity, layouts: LayoutTable([]), key: 0)
        let batch = ObjectBatch(anchor: ContextAnchor(), rows: rows, store: .none, root: entity.rootNumber)
        let object = type.init(adopting: ObjectStorage(batch: batch, key: 0, offset: 8, flags: []))
        let recorded = RecordedProperty()
        object.madeOverlay().recorded = recorded
        return (object, recorded)
    }

    private static let emptyModel: ManagedObjectModel? = {
        var model = ModelDescription(name: "Recording")
        model.entities = [EntityDescription(name: "Recording")]
        // An entity without properties has nothing to be wrong; without it no key path can be read, which is an error.
        return try? ManagedObjectModel(model)
    }()

    private static var emptyEntity: ModelEntity? { emptyModel?.entities.first }
}
