import Polystore

/// An object that undoes while it is saved.
final class UndoingJournal: ManagedObject, Entity {
    static let title = Attribute<String?>("title")
    static let entity = EntityDescription(UndoingJournal.self, title)

    var error: (any Error)?

    override func willSave() {
        do {
            try managedObjectContext?.undo()
        } catch {
            self.error = error
        }
    }
}
