import PolystoreModel
import PolystoreStorage

/// Inserts rows as they are given.
///
/// It runs once: rows are taken one after another, and cannot be asked for again.
final class BatchInsertion {
    let entity: ModelEntity
    let coordinator: PersistentStoreCoordinator
    private let storeName: String?
    private let policy: BatchConflictPolicy
    private let next: () throws -> BatchRow?
    private let throwIfCancelled: () throws -> Void
    private var properties: [PropertyKey: BatchProperty] = [:]
    private var writers: [StoreNumber: BatchRowWriter] = [:]
    /// Rows that were taken to find out how many there are.
    private var ahead: [BatchRow] = []
    private var number = 0

    /// Checks a request against the model.
    ///
    /// - Throws: `ContextError` for an entity that is not there, or is abstract.
    init<Object>(_ request: BatchInsertRequest<Object>, _ context: ManagedObjectContext) throws {
        guard let entity = context.model.entity(named: request.entityName) else {
            throw ContextError(.unknownEntity, [.entity: request.entityName])
        }
        guard !entity.isAbstract else { throw ContextError(.abstractEntity, [.entity: entity.name]) }
        self.entity = entity
        coordinator = context.coordinator
        (storeName, policy) = (request.storeName, request.conflictPolicy)
        next = request.makeNext()
        let isCancelled = context.isCancelled
        throwIfCancelled = { if isCancelled() { throw CancellationError() } }
    }

    /// The only store that rows can go to; nil where their values decide.
    func soleStore() throws -> AttachedStore? {
        guard storeName != nil || coordinator.partitionAttributes(of: entity).isEmpty else { return nil }
        let number = try coordinator.home(for: entity, storeName: storeName) { _ in .missing }
        guard let store = coordinator.store(number) else {
            throw ContextError(.storeNotOpen, [.entity: entity.name])
        }
        return store
    }

    /// How many rows may come: all are counted as long as they make one piece.
    ///
    /// - Parameter expected: How many there are, where that is known.
    /// - Returns: How many keys are needed at most.
    /// - Throws: What makes the rows throws.
    func countAhead(_ expected: Int?) throws -> Int {
        if let expected { return expected }
        while ahead.count < BatchPiece.size {
            guard let row = try next() else { return ahead.count }
            ahead.append(row)
        }
        ahead.reverse()
        return Self.mostRows
    }

    /// How many rows of an unknown number have keys: reserved before the transaction, because it keeps others from it.
    static let mostRows = 1 << 24

    private func nextRow() throws -> BatchRow? {
        try throwIfCancelled()
        return try ahead.popLast() ?? next()
    }

    /// Writes all rows into one store, piece by piece.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - keys: The keys of the new objects.
    ///   - reader: Reads what is stored.
    ///   - target: Takes the rows.
    /// - Returns: How many rows were written, and the first key that was not used.
    /// - Throws: What makes the rows throws, `BatchError` with a row's number, what the target throws.
    func run(
        into store: StoreNumber, _ keys: Range<Int64>, _ reader: BatchReader, _ target: any BatchTarget
    ) throws -> (count: Int, unused: Int64) {
        if ahead.count < BatchPiece.size { ahead.reverse() }
        var references = BatchReferences(reader)
        var upsert = BatchUpsert(policy, reader, keys.lowerBound, looksAhead: entity)
        var key = keys.lowerBound
        var count = 0
        var piece = BatchPiece(store)
        while let values = try nextRow() {
            guard key < keys.upperBound else { throw BatchError(.tooManyRows, [.limit: "\(keys.count)"], row: number) }
            piece.items.append(try item(values, store, key, &references))
            key += 1
            number += 1
            guard piece.isFull else { continue }
            try references.check()
            count += try upsert.write(&piece, to: target)
        }
        try references.check()
        count += try upsert.write(&piece, to: target)
        try upsert.finish(target)
        return (count, key)
    }

    /// Takes all rows, whose values decide their stores.
    ///
    /// - Returns: The rows by their stores.
    func collect(_ reader: BatchReader) throws -> [BatchPiece] {
        var references = BatchReferences(reader)
        var pieces: [StoreNumber: BatchPiece] = [:]
        while let values = try nextRow() {
            let store = try coordinator.home(for: entity, storeName: storeName) { values.value(of: $0.key) }
            let key = try coordinator.newKey(for: entity, in: store)
            pieces[store, default: BatchPiece(store)].items.append(try item(values, store, key, &references))
            number += 1
            if number % BatchPiece.size == 0 { try references.check() }
        }
        try references.check()
        return Array(pieces.values)
    }

    private func item(
        _ values: BatchRow, _ store: StoreNumber, _ key: Int64, _ references: inout BatchReferences
    ) throws -> BatchPiece.Item {
        let writer = try writer(in: store)
        let row = writer.newRow(key)
        var keys: [PropertyKey] = []
        for (property, value) in values.values {
            let property = try self.property(property)
            try writer.set(property, to: value, in: row, number: number)
            if let relationship = property.relationship, case .object(let target) = value {
                references.add(target, of: relationship, entity: entity.name, number: number)
            }
            keys.append(property.key)
        }
        try writer.validate(row.view, number: number)
        return .init(row: row, expectedVersion: nil, changed: SlotSet(), number: number, keys: keys)
    }

    private func writer(in store: StoreNumber) throws -> BatchRowWriter {
        if let known = writers[store] { return known }
        let writer = try BatchRowWriter(entity, in: store, coordinator)
        writers[store] = writer
        return writer
    }

    private func property(_ key: PropertyKey) throws -> BatchProperty {
        if let known = properties[key] { return known }
        do throws(BatchError) {
            let property = try BatchProperty(key.name, of: entity)
            properties[key] = property
            return property
        } catch {
            throw BatchError(error.code, error.details, row: number, cause: error.cause)
        }
    }
}
