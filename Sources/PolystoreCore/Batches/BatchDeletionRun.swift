import PolystoreModel
import PolystoreStorage

/// The objects of a deletion on their way to the target, and what delete rules add.
///
/// Without rules nothing is kept: rows go as they are found. With rules, the IDs of all deleted objects are, because what becomes
/// of a related object depends on whether it goes as well.
final class BatchDeletionRun {
    private let reader: BatchReader
    private let target: any BatchTarget
    private let isAlone: Bool
    private(set) var count = 0
    private var pieces: [StoreNumber: BatchPiece] = [:]
    private var deleted: Set<ObjectID> = []
    private var rules: [ModelEntity: [ModelRelationship]] = [:]
    private var preserved: [ModelEntity: [PropertyKey]] = [:]
    /// Objects whose to-many relationships were not looked at, by their entities.
    private var open: [ModelEntity: [ObjectID]] = [:]
    private var openCount = 0
    /// Objects that go with others, and whose rows were not read.
    private var following: Set<ObjectID> = []
    private var nullified: [ObjectID: Set<PropertyKey>] = [:]
    private var denials: [(owner: ObjectID, relationship: ModelRelationship, target: ObjectID)] = []
    private var links: LinkCollector

    init(reader: BatchReader, target: any BatchTarget, isAlone: Bool) {
        (self.reader, self.target, self.isAlone) = (reader, target, isAlone)
        links = LinkCollector(coordinator: reader.coordinator)
    }

    /// Takes a row that the request found.
    func take(_ row: RowView) throws { if try mark(row) { count += 1 } }

    /// Writes what is known to go, and applies rules to it.
    func writeIfFull() throws {
        if openCount >= BatchPiece.size { try follow() }
        guard isAlone else { return }
        for store in Array(pieces.keys) where pieces[store]?.isFull ?? false { try write(store) }
    }

    /// Applies the rules to the end and writes everything.
    func finish() throws {
        while openCount > 0 || !following.isEmpty {
            try reader.throwIfCancelled()
            try follow()
        }
        try refuseDenied()
        try nullify()
        for (store, changes) in links.byStore {
            var part = StoreChanges()
            part.links = changes
            try target.take(part, in: store)
        }
        for store in Array(pieces.keys) { try write(store) }
        try target.wait()
    }

    /// Marks an object as one that goes.
    ///
    /// - Returns: Whether it was not marked before.
    private func mark(_ row: RowView) throws -> Bool {
        let object = row.objectID
        guard let entity = row.layout.entity, isAlone || deleted.insert(object).inserted else { return false }
        pieces[object.store, default: BatchPiece(object.store)].deletes.append(
            .init(entity: entity, key: object.key, expectedVersion: row.version))
        try keepTombstone(row, entity)
        guard !isAlone else { return true }
        for relationship in relationships(of: entity) where relationship.form == .reference {
            apply(relationship, of: row)
        }
        open[entity, default: []].append(object)
        openCount += 1
        return true
    }

    private func relationships(of entity: ModelEntity) -> [ModelRelationship] {
        if let known = rules[entity] { return known }
        let found = entity.relationships.filter(BatchDeletionReach.matters)
        rules[entity] = found
        return found
    }

    /// Applies the rule of a relationship that the row itself keeps.
    private func apply(_ relationship: ModelRelationship, of row: RowView) {
        let index = row.layout.index(of: relationship.key)
        guard index >= 0, let target = row.reference(row.layout.slots[index]) else { return }
        apply(relationship, row.objectID, target, inverse: relationship.inverse)
    }

    private func apply(
        _ relationship: ModelRelationship, _ owner: ObjectID, _ target: ObjectID, inverse: ModelRelationship?
    ) {
        switch relationship.deleteRule {
        case .noAction: break
        case .deny: denials.append((owner, relationship, target))
        case .cascade: if !deleted.contains(target) { following.insert(target) }
        case .nullify: if let inverse, inverse.form == .reference { nullified[target, default: []].insert(inverse.key) }
        }
    }

    /// Looks at the to-many relationships of the marked objects, and reads those that go with them.
    private func follow() throws {
        let owners = open
        (open, openCount) = ([:], 0)
        for (entity, objects) in owners {
            for relationship in relationships(of: entity) { try follow(relationship, of: objects) }
        }
        let next = following.subtracting(deleted)
        following = []
        if !next.isEmpty { try reader.rows(of: Array(next)) { _ = try mark($0) } }
    }

    private func follow(_ relationship: ModelRelationship, of owners: [ObjectID]) throws {
        switch relationship.form {
        case .transient: break
        case .join:
            guard let join = relationship.join else { return }
            let isForward = join.forward === relationship
            for link in try reader.links(relationship, of: owners) {
                let (owner, target) = isForward ? (link.source, link.target) : (link.target, link.source)
                links.remove(join, isForward, owner, target)
                if relationship.deleteRule != .nullify { apply(relationship, owner, target, inverse: nil) }
            }
        // A reference of one to one that its own store leaves out is found from the other side.
        case .reference, .inverseReference:
            guard let inverse = relationship.inverse, inverse.form == .reference else { return }
            try reader.rows(referencing: owners, through: inverse) { row in
                let index = row.layout.index(of: inverse.key)
                guard index >= 0, let owner = row.reference(row.layout.slots[index]) else { return }
                if relationship.deleteRule == .cascade {
                    _ = try mark(row)
                } else {
                    apply(relationship, owner, row.objectID, inverse: inverse)
                }
            }
        }
    }

    private func refuseDenied() throws {
        let left = denials.filter { !deleted.contains($0.target) }
        denials = []
        guard !left.isEmpty else { return }
        // A reference to nothing stands against no deletion.
        var present: Set<ObjectID> = []
        try reader.rows(of: Array(Set(left.map(\.target)))) { present.insert($0.objectID) }
        guard let denial = left.first(where: { present.contains($0.target) }) else { return }
        throw BatchError(
            .denied,
            [
                .entity: denial.relationship.entity.name, .property: denial.relationship.name,
                .found: "\(denial.target)",
            ], object: denial.owner)
    }

    /// Takes the references to deleted objects out of the rows that stay.
    private func nullify() throws {
        let left = nullified.keys.filter { !deleted.contains($0) }
        var next = left.startIndex
        while next < left.endIndex {
            try reader.throwIfCancelled()
            let end = min(next + BatchPiece.size, left.endIndex)
            var some: [StoreNumber: BatchPiece] = [:]
            try reader.rows(of: Array(left[next..<end])) { row in
                guard let item = try self.nullifying(row) else { return }
                some[row.layout.store, default: BatchPiece(row.layout.store)].items.append(item)
            }
            for (store, piece) in some { try target.take(try piece.changes(reader.coordinator), in: store) }
            next = end
        }
        nullified = [:]
    }

    private func nullifying(_ row: RowView) throws -> BatchPiece.Item? {
        guard let entity = row.layout.entity,
            let layout = reader.coordinator.layout(for: entity, in: row.layout.store)
        else { return nil }
        let changed = MutableRow.copy(of: row, to: layout)
        changed.clearChanged()
        for relationship in entity.relationships where nullified[row.objectID]?.contains(relationship.key) ?? false {
            let index = layout.index(of: relationship.key)
            // One to one, the other row may name another object by now.
            guard index >= 0, let owner = row.reference(row.layout.slots[row.layout.index(of: relationship.key)]),
                deleted.contains(owner)
            else { continue }
            guard relationship.isOptional else {
                throw BatchError(
                    .validation,
                    [
                        .entity: entity.name, .property: relationship.name,
                        .reason: ValidationFailure.Code.missing.rawValue,
                    ], object: row.objectID)
            }
            changed.setMissing(at: index)
            guard relationship.keepsInverseOrder, let order = relationship.inverse?.orderKey else { continue }
            let place = layout.index(of: order)
            if place >= 0 { changed.setMissing(at: place) }
        }
        if changed.changed.isEmpty { return nil }
        return BatchPiece.Item(row: changed, expectedVersion: row.version, changed: changed.changed)
    }

    private func keepTombstone(_ row: RowView, _ entity: ModelEntity) throws {
        let keys = preserved[entity] ?? TombstoneBuilder.preservedKeys(of: entity)
        preserved[entity] = keys
        guard !keys.isEmpty, let layout = reader.coordinator.layout(for: entity, in: row.layout.store) else { return }
        let kept = try TombstoneBuilder.tombstone(of: row, layout, keeping: keys) {
            try reader.deferredData(of: row, $0)
        }
        pieces[row.layout.store]?.tombstones.append(
            .init(row: kept, expectedVersion: row.version, changed: kept.changed))
    }

    private func write(_ store: StoreNumber) throws {
        guard let piece = pieces.removeValue(forKey: store), !piece.isEmpty else { return }
        try target.take(try piece.changes(reader.coordinator), in: store)
    }
}
