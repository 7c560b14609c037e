import PolystoreModel
import PolystoreStorage

extension StoreChanges {
    /// The name of some entity that is changed, for messages.
    var firstEntity: String? {
        (inserts.first ?? updates.first)?.view.layout.descriptor.entity
            ?? (deletes.first ?? locks.first)?.entity.name
            ?? links.first?.join.forward.entity.name
    }
}
