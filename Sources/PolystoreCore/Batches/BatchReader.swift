import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Reads what a batch is made of, in the snapshots of its target: as a context without objects would.
final class BatchReader {
    let snapshots: MultiStoreSnapshot
    private let context: ManagedObjectContext
    private let source: ContextRowSource

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - snapshots: What is read.
    ///   - caller: The context of the request, whose task may be cancelled.
    init(_ snapshots: MultiStoreSnapshot, for caller: ManagedObjectContext) {
        self.snapshots = snapshots
        context = ManagedObjectContext(
            coordinator: caller.coordinator, classes: caller.classes,
            source: CoordinatorSource(caller.coordinator, reading: snapshots), confinement: .thread)
        context.cancellation = caller.cancellation
        source = ContextRowSource(context, countsChanges: false)
    }

    var coordinator: PersistentStoreCoordinator { context.coordinator }

    /// Ends the batch when its task was cancelled.
    func throwIfCancelled() throws { if context.isCancelled() { throw CancellationError() } }

    /// Looks up the names of a request.
    func resolve(_ description: FetchRequestDescription) throws -> ResolvedRequest {
        try context.source.reading { try context.resolve(description) }
    }

    /// Looks up the names of an expression; the fetches in it run first.
    func resolve(_ value: FetchExpression, for entity: ModelEntity) throws -> ResolvedValue {
        try context.source.reading { try context.resolver(answering: value.fetches).value(value, for: entity) }
    }

    /// Hands out the rows that a request finds, a batch or a row at a time.
    func rows(_ request: ResolvedRequest, _ receive: (FetchedRows) throws -> Void) throws {
        var failure: (any Error)?
        try context.source.reading {
            _ = try context.execute(request) { rows in
                do {
                    try receive(rows)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
    }

    /// Hands out the rows of objects, in any order; those that are not there are passed over.
    func rows(of objects: [ObjectID], _ receive: (RowView) throws -> Void) throws {
        var failure: (any Error)?
        try coordinator.rows(of: objects, in: snapshots) { batch in
            do { for row in batch { try receive(row) } } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// Hands out the rows that refer to one of some objects.
    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship,
        _ receive: (RowView) throws -> Void
    ) throws {
        var failure: (any Error)?
        try coordinator.rows(referencing: objects, through: relationship, in: snapshots) { batch in
            do { for row in batch { try receive(row) } } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// Data that a row keeps out; nil when the row has changed meanwhile.
    func deferredData(of row: RowView, _ property: PropertyKey) throws -> Data? {
        let object = row.objectID
        return try snapshots.snapshot(of: object.store)?.deferredData(
            object.root, key: object.key, version: row.version, property: property)
    }

    /// The pairs of a relationship's join table that begin at some objects.
    func links(_ relationship: ModelRelationship, of objects: [ObjectID]) throws -> [JoinLink] {
        try coordinator.links(relationship, of: objects, in: snapshots)
    }

    /// Reads ahead what values will look at in some rows.
    func prepare(_ values: [ResolvedValue], for rows: some Sequence<RowView>) throws {
        let lookahead = Lookahead(values.flatMap(\.pathsToReadAhead))
        guard !lookahead.isEmpty else { return }
        source.trim()
        try lookahead.prepare(rows, source)
    }

    /// What an expression gives for a row.
    func value(_ value: ResolvedValue, of row: RowView) throws -> Value { try value.value(of: row, source: source) }
}
