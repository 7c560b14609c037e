import Foundation
import PolystoreModel
import PolystoreStorage

/// Computes the digest of a graph; see `GraphDigest`.
struct GraphDigester {
    private struct Entry {
        let key: Int64
        let digest: [UInt8]
    }

    let reader: GraphReader
    /// The key under which an object enters: its own, or the one that a copy gave it.
    let key: (ObjectID) -> Int64
    /// Called with the number of objects done; what it throws ends the work.
    let progress: (Int) throws -> Void

    func run() throws -> GraphDigest {
        var total = SHA256()
        var count = 0
        let entities = reader.coordinator.model.entities.filter { !$0.isAbstract }.sorted(byName: \.name)
        for entity in entities {
            var entries: [Entry] = []
            try reader.forEachBatch(of: entity) { batch in
                try append(batch, to: &entries)
                count += batch.rows.count
                try progress(count)
            }
            // Objects of several stores may have one key; then what they hold decides.
            entries.sort { left, right in
                left.key == right.key ? left.digest.lexicographicallyPrecedes(right.digest) : left.key < right.key
            }
            var heading = CanonicalForm()
            heading.append(entity.name)
            heading.append(entries.count)
            total.update(heading.bytes)
            for entry in entries { total.update(entry.digest) }
        }
        return GraphDigest(bytes: total.finalize(), objectCount: count)
    }

    private func append(_ batch: GraphBatch, to entries: inout [Entry]) throws {
        let properties = Self.properties(of: batch.entity)
        let omitted = try batch.omittedReferences()
        var members: [PropertyKey: [ObjectID: [Membership]]] = [:]
        for case .relationship(let relationship) in properties where relationship.isToMany {
            members[relationship.key] = try batch.members(of: relationship)
        }
        for row in batch.rows {
            let object = row.objectID
            var form = CanonicalForm()
            form.append(Int(key(object)))
            for property in properties {
                form.append(property.name)
                switch property {
                case .attribute(let attribute): try append(attribute, of: row, in: batch, to: &form)
                case .relationship(let relationship) where relationship.isToMany:
                    append(members[relationship.key]?[object] ?? [], of: relationship, to: &form)
                case .relationship(let relationship):
                    let reference = row.slot(of: relationship.key).flatMap { row.reference($0.pointee) }
                    append([reference ?? omitted[relationship.key]?[object]].compactMap(\.self), to: &form)
                }
            }
            entries.append(Entry(key: key(object), digest: form.digest))
        }
    }

    /// What enters, in name order.
    private static func properties(of entity: ModelEntity) -> [ModelProperty] {
        let attributes = entity.attributes.filter { !$0.isTransient && $0.slotKind != nil }
        let relationships = entity.relationships.filter(enters)
        return (attributes.map(ModelProperty.attribute) + relationships.map(ModelProperty.relationship))
            .sorted(byName: \.name)
    }

    private static func enters(_ relationship: ModelRelationship) -> Bool {
        switch relationship.form {
        case .reference: true
        case .inverseReference: relationship.isOrdered
        case .join: relationship.isOrdered || relationship.join?.forward === relationship
        case .transient: false
        }
    }

    private func append(
        _ attribute: ModelAttribute, of row: RowView, in batch: GraphBatch, to form: inout CanonicalForm
    ) throws {
        guard let slot = row.slot(of: attribute.key)?.pointee, !row.isMissing(slot) else {
            form.append(Value.missing)
            return
        }
        if slot.kind.mayBeDeferred {
            form.append(Value.data(try batch.data(of: row, slot)))
        } else if case .object(let object) = row.value(slot) {
            append([object], to: &form)
        } else {
            form.append(row.value(slot))
        }
    }

    private func append(_ members: [Membership], of relationship: ModelRelationship, to form: inout CanonicalForm) {
        guard relationship.isOrdered else {
            append(members.map(\.member).sorted { place($0) < place($1) }, to: &form)
            return
        }
        let inOrder = members.sorted { left, right in
            left.order == right.order ? place(left.member) < place(right.member) : left.order < right.order
        }
        append(inOrder.map(\.member), to: &form)
    }

    private func append(_ objects: [ObjectID], to form: inout CanonicalForm) {
        form.append(objects) { form, object in
            form.append(object.root.name)
            form.append(Int(key(object)))
        }
    }

    private func place(_ object: ObjectID) -> (String, Int64) { (object.root.name, key(object)) }
}
