import Polystore

/// An object that writes down which of its hooks were called.
final class Journal: ManagedObject, Entity {
    static let title = Attribute<String>("title")
    static let count = Attribute<Int>("count", .default(0))
    static let entity = EntityDescription(Journal.self, title, count)

    var calls: [String] = []
    var changesInWillSave = 0
    /// Whether `willSave` counts saves without announcing a change.
    var countsSaves = false

    override func awakeFromInsert() {
        calls.append("awakeFromInsert")
        title = "new"
    }

    override func awake(fromSnapshotEvents events: SnapshotEvents) { calls.append("awake \(events.rawValue)") }
    override func awakeFromFetch() { calls.append("awakeFromFetch") }
    override func prepareForDeletion() { calls.append("prepareForDeletion") }

    override func willSave() {
        calls.append("willSave")
        if countsSaves { setPrimitiveValue(count + 1, for: Journal.count) }
        if changesInWillSave > 0 {
            changesInWillSave -= 1
            count += 1
        }
    }

    override func didSave() { calls.append("didSave") }
    override func willTurnIntoFault() { calls.append("willTurnIntoFault") }
    override func didTurnIntoFault() { calls.append("didTurnIntoFault") }
    override func validateForInsert() throws { calls.append("validateForInsert") }
    override func validateForUpdate() throws { calls.append("validateForUpdate") }
    override func validateForDelete() throws { calls.append("validateForDelete") }
}
