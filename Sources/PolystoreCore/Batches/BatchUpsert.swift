import PolystoreModel
import PolystoreStorage

/// Writes new rows, and settles their conflicts with stored objects by a policy.
struct BatchUpsert {
    private let policy: BatchConflictPolicy
    private let reader: BatchReader
    /// The first key of the request's new objects, where they lie in one range; a later piece may meet an earlier one.
    private let firstKey: Int64?
    /// The stored objects that earlier rows have changed.
    private var changed: Set<ObjectID> = []
    /// Looks for collisions before anything is written; nil where the store is to tell of them.
    private var uniqueness: BatchUniqueness?

    init(
        _ policy: BatchConflictPolicy, _ reader: BatchReader, _ firstKey: Int64? = nil,
        looksAhead entity: ModelEntity? = nil
    ) {
        (self.policy, self.reader, self.firstKey) = (policy, reader, firstKey)
        if policy != .refuse { uniqueness = entity.map { BatchUniqueness($0, reader) } }
    }

    /// Writes a piece, which is empty then.
    ///
    /// - Returns: How many rows were written.
    /// - Throws: `BatchError` with the number of the row that stands in the way.
    mutating func write(_ piece: inout BatchPiece, to target: any BatchTarget) throws -> Int {
        defer { piece = BatchPiece(piece.store) }
        try lookAhead(&piece)
        while !piece.isEmpty {
            do {
                try target.take(try piece.changes(reader.coordinator), in: piece.store)
                if policy != .refuse { try target.wait() }
                return piece.items.count
            } catch let error as CoordinatorError where error.code == .conflict {
                guard let conflicts = error.conflicts[piece.store] else { throw error }
                try settle(conflicts, error, in: &piece)
            }
        }
        return 0
    }

    /// Settles what can be seen to collide before anything is written.
    private mutating func lookAhead(_ piece: inout BatchPiece) throws {
        guard var uniqueness else { return }
        let stored = try uniqueness.stored(piece.items)
        var kept: [BatchPiece.Item] = []
        var obstacles: [ObjectID: Set<ObjectID>] = [:]
        for item in piece.items {
            let object = item.row.view.objectID
            if policy == .keepStored {
                guard stored[object] == nil, uniqueness.earlier(item) == nil else { continue }
            } else {
                if uniqueness.earlier(item) != nil { throw BatchError(.sameObjectTwice, row: item.number) }
                obstacles[object] = stored[object]
            }
            uniqueness.note(item)
            kept.append(item)
        }
        piece.items = kept
        self.uniqueness = uniqueness
        if !obstacles.isEmpty { try replace(obstacles, numbers(of: piece), in: &piece) }
    }

    /// The numbers of rows in their request, by their objects.
    private func numbers(of piece: BatchPiece) -> [ObjectID: Int] {
        Dictionary(
            piece.items.compactMap { item in item.number.map { (item.row.view.objectID, $0) } }, uniquingKeysWith: max)
    }

    /// Waits until all rows are written.
    ///
    /// - Throws: What `write` throws.
    func finish(_ target: any BatchTarget) throws {
        do { try target.wait() } catch {
            throw error.code == .conflict ? BatchError(notUnique: error, row: number) : error
        }
    }

    /// The number of a row in its request by the key of its object, where keys lie in one range.
    private func number(_ object: ObjectID) -> Int? {
        guard let firstKey, object.key >= firstKey else { return nil }
        return Int(object.key - firstKey)
    }

    /// Changes a piece so that the conflicts are gone.
    ///
    /// - Throws: The error of the policy that refuses, and of rows that no policy settles.
    mutating func settle(_ conflicts: StoreConflicts, _ error: CoordinatorError, in piece: inout BatchPiece) throws {
        let numbers = numbers(of: piece)
        guard policy != .refuse, conflicts.versions.isEmpty, !conflicts.uniqueness.isEmpty else {
            throw BatchError(notUnique: error) { self.number($0) ?? numbers[$0] }
        }
        // Each object of the request, with the stored objects in its way.
        var obstacles: [ObjectID: Set<ObjectID>] = [:]
        for conflict in conflicts.uniqueness {
            let (mine, other) = Self.laterFirst(conflict, numbers)
            guard numbers[mine] != nil else { throw BatchError(notUnique: error) { numbers[$0] } }
            obstacles[mine, default: []].insert(other)
        }
        if policy == .keepStored {
            piece.items.removeAll { obstacles[$0.row.view.objectID] != nil }
            return
        }
        try replace(obstacles, numbers, in: &piece)
    }

    /// Of two rows of the request, the later one is in the earlier one's way.
    private static func laterFirst(
        _ conflict: StoreConflicts.Uniqueness, _ numbers: [ObjectID: Int]
    ) -> (ObjectID, ObjectID) {
        let (object, other) = (conflict.object, conflict.other)
        guard let number = numbers[object] else { return (other, object) }
        guard let second = numbers[other], second > number else { return (object, other) }
        return (other, object)
    }

    /// Whether an object is one of the request's.
    private func isNew(_ object: ObjectID, _ numbers: [ObjectID: Int]) -> Bool {
        numbers[object] != nil || firstKey.map { object.key >= $0 } ?? false
    }

    /// Puts changes of stored objects into the places of new rows.
    private mutating func replace(
        _ obstacles: [ObjectID: Set<ObjectID>], _ numbers: [ObjectID: Int], in piece: inout BatchPiece
    ) throws {
        var stored: [ObjectID: MutableRow] = [:]
        // In the order of the rows, so that the later one of two is to blame.
        for (mine, number) in numbers.sorted(by: { $0.value < $1.value }) {
            guard let others = obstacles[mine] else { continue }
            if let new = others.first(where: { isNew($0, numbers) }) {
                throw BatchError(.sameObjectTwice, row: number, object: new)
            }
            guard others.count == 1, let other = others.first else { throw BatchError(.ambiguous, row: number) }
            guard changed.insert(other).inserted else {
                throw BatchError(.sameObjectTwice, row: number, object: other)
            }
        }
        let wanted = obstacles.values.flatMap { $0 }
        try reader.rows(of: wanted) { row in
            guard let entity = row.layout.entity,
                let layout = reader.coordinator.layout(for: entity, in: row.layout.store)
            else { return }
            let copy = MutableRow.copy(of: row, to: layout)
            copy.clearChanged()
            stored[row.objectID] = copy
        }
        for index in piece.items.indices {
            let item = piece.items[index]
            guard let other = obstacles[item.row.view.objectID]?.first else { continue }
            guard item.isInsert, let row = stored[other] else {
                // A row that is changed already, or one that went meanwhile.
                throw BatchError(.ambiguous, row: item.number, object: other)
            }
            for key in item.keys {
                let slot = row.layout.index(of: key)
                if slot >= 0 { row.copySlot(at: slot, from: item.row.view) }
            }
            piece.items[index] = .init(
                row: row, expectedVersion: row.version, changed: row.changed, number: item.number, keys: item.keys)
        }
    }
}
