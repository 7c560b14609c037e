import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Asks rows where they lie whether they are wanted.
struct RowFilter {
    private let evaluator: PredicateEvaluator
    private let nothingElse = NothingElse()

    init(_ predicate: ResolvedPredicate) { evaluator = PredicateEvaluator(predicate) }

    func matches(_ row: RowView) throws(StoreError) -> Bool {
        do {
            return try evaluator.matches(row, source: nothingElse)
        } catch {
            throw StoreError(.unsupported, [.object: row.objectID.description], cause: error)
        }
    }

    /// Moves the rows that are wanted to the front, in their order, and says how many there are.
    func keepMatching(_ rows: UnsafeMutableBufferPointer<RowView>) throws(StoreError) -> Int {
        var place = 0
        do {
            return try evaluator.keepMatching(rows, source: nothingElse, place: &place)
        } catch {
            throw StoreError(.unsupported, [.object: rows[place].objectID.description], cause: error)
        }
    }
}

/// No other rows: what a filter asks is told by one row alone.
final class NothingElse: RowSource {
    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        throw StoreError(.unsupported, [.object: object.description])
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        // A row that was written before its entity had the relationship names nothing.
        if relationship.form == .reference { return [] }
        throw StoreError(.unsupported, [.object: object.description, .property: relationship.name])
    }
}
