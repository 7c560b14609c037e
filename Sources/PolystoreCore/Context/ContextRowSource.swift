import PolystoreModel
import PolystoreStorage

/// The rows of a context for the evaluator: registered objects with their changes, else the source's rows.
final class ContextRowSource: RowSource {
    private let context: ManagedObjectContext
    private var batches: [ObjectID: (RowBatch, Int)?] = [:]

    init(_ context: ManagedObjectContext) { self.context = context }

    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        if let known = context.registered(object), !known.isFault {
            guard known.flags.isDisjoint(with: [.deleted, .detached, .inaccessible]) else { return nil }
            let row = known.readableRow()
            return try withExtendedLifetime(known) {
                try body(RowView(base: row.base, layout: row.layout, key: known.key))
            }
        }
        if batches[object] == nil { try read(object) }
        guard case .some(.some((let batch, let offset))) = batches[object] else { return nil }
        return try withExtendedLifetime(batch) { try body(batch.row(at: offset)) }
    }

    private func read(_ object: ObjectID) throws {
        batches[object] = .some(nil)
        try context.source.rows(of: [object]) { batch in
            var rows = batch.makeIterator()
            while let offset = rows.nextOffset() { batches[batch.row(at: offset).objectID] = (batch, offset) }
            return true
        }
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        if let members = context.toMany[ToManyKey(object, relationship.key)]?.members { return members }
        if let owner = context.registered(object) {
            let members = context.members(of: owner, relationship)
            try context.throwAccessError()
            return members
        }
        let memberships = try context.source.members(of: relationship, owners: [object]) { _ in true }
        let state = context.toManyState(object, relationship)
        return memberships.map(\.member).filter { !state.removed.contains($0) } + state.added
    }
}
