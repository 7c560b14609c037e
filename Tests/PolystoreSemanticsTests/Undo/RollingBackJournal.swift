import Polystore

/// An object that rolls its context back while its changes are taken back.
final class RollingBackJournal: ManagedObject, Entity {
    static let title = Attribute<String?>("title")
    static let entity = EntityDescription(RollingBackJournal.self, title)

    override func awake(fromSnapshotEvents events: SnapshotEvents) {
        if events.contains(.undoUpdate) { managedObjectContext?.rollback() }
    }
}
