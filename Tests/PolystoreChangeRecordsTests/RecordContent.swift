import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// What a change set says, as plain values that can be compared: the same for every layout of the rows.
struct RecordContent: Hashable {
    struct Row: Hashable {
        let entity: String
        let object: String
        let version: UInt32
        let expectedVersion: UInt32
        /// The names of the changed slots.
        let changed: Set<String>
        /// The values that are not missing; of data that stays out of the row, its description.
        let values: [String: String]
    }

    struct Part: Hashable {
        var rows: [String: [Row]] = [:]
        var marks: [String: [String]] = [:]
        var links: [String] = []
        var metadata: [String: String?] = [:]
    }

    let origin: ChangeOrigin
    let commits: [StoreNumber: CommitNumber]
    let touched: [ObjectID]
    let omissions: Set<String>
    var parts: [StoreNumber: Part] = [:]

    init(_ changes: ChangeSet) {
        origin = changes.origin
        commits = changes.commits
        touched = changes.touched
        omissions = changes.omissions
        for (store, part) in changes { parts[store] = Self.part(part, store) }
    }

    private static func part(_ changes: StoreChanges, _ store: StoreNumber) -> Part {
        var part = Part()
        part.rows = [
            "insert": changes.inserts.map(row), "update": changes.updates.map(row),
            "tombstone": changes.tombstones.map(row),
        ]
        part.marks = ["delete": changes.deletes.map(mark), "lock": changes.locks.map(mark)]
        part.links = changes.links.map { link in
            "\(link.join.name) \(link.kind) \(name(link.source)) \(name(link.target)) "
                + "\(link.targetOrder.map(String.init) ?? "-") \(link.sourceOrder.map(String.init) ?? "-")"
        }
        part.metadata = changes.metadata
        return part
    }

    private static func mark(_ mark: StoreChanges.Mark) -> String {
        "\(mark.entity.name) \(mark.key) \(mark.expectedVersion)"
    }

    private static func name(_ object: ObjectID) -> String {
        "\(object.store.identifier?.uuidString ?? "-")/\(object.root.name)/\(object.key)"
    }

    private static func row(_ change: StoreChanges.Row) -> Row {
        let view = change.view
        var values: [String: String] = [:]
        var changed: Set<String> = []
        for (index, slot) in view.layout.slots.enumerated() {
            if change.changed.contains(index) { changed.insert(slot.key.name) }
            guard !view.isMissing(slot) else { continue }
            if let deferred = view.deferredData(slot) {
                values[slot.key.name] = "\(deferred)"
            } else if case .object(let object) = view.value(slot) {
                values[slot.key.name] = name(object)
            } else if slot.kind.mayBeDeferred {
                values[slot.key.name] = Data(view.variable(slot)).base64EncodedString()
            } else {
                values[slot.key.name] = "\(view.value(slot))"
            }
        }
        return Row(
            entity: view.layout.descriptor.entity, object: name(view.objectID), version: view.version,
            expectedVersion: change.expectedVersion, changed: changed, values: values)
    }
}
