import PolystoreModel
import PolystoreStorage

/// Looks whether the objects are there that a batch refers to, many at a time.
struct BatchReferences {
    private struct Reference {
        let relationship: ModelRelationship
        let entity: String
        let number: Int?
    }

    private let reader: BatchReader
    /// Objects that are there, of entities that fit; forgotten when they are many.
    private var known: Set<ObjectID> = []
    private var open: [ObjectID: Reference] = [:]
    private static let capacity = 1 << 16

    init(_ reader: BatchReader) { self.reader = reader }

    mutating func add(_ target: ObjectID, of relationship: ModelRelationship, entity: String, number: Int?) {
        guard !known.contains(target), open[target] == nil else { return }
        open[target] = Reference(relationship: relationship, entity: entity, number: number)
    }

    /// Looks for the objects that were added since the last time.
    ///
    /// - Throws: `BatchError` with code `missingObject`.
    mutating func check() throws {
        guard !open.isEmpty else { return }
        if known.count > Self.capacity { known = [] }
        let wanted = open
        open = [:]
        var found: Set<ObjectID> = []
        try reader.rows(of: Array(wanted.keys)) { row in
            guard let entity = row.layout.entity, let reference = wanted[row.objectID],
                reference.relationship.destination.concreteFamily.contains(where: { $0 === entity })
            else { return }
            found.insert(row.objectID)
        }
        if let (target, reference) = wanted.first(where: { !found.contains($0.key) }) {
            throw BatchError(
                missing: target, of: reference.relationship, entity: reference.entity, row: reference.number)
        }
        known.formUnion(found)
    }
}
