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

    /// Moves the rows of one layout to the front, in their order, that pass the tests of numbers which come first, and says
    /// how many there are, and whether they are wanted for that alone.
    func keepPassing(
        _ rows: UnsafeMutableBufferPointer<RowPlace>, of layout: RowLayout
    ) -> (count: Int, hasRest: Bool) {
        evaluator.keepPassing(rows, of: layout)
    }

    /// Whether a row that has passed these tests is wanted.
    func matchesRest(_ row: RowView) throws(StoreError) -> Bool {
        do {
            return try evaluator.matchesRest(row, source: nothingElse)
        } catch {
            throw StoreError(.unsupported, [.object: row.objectID.description], cause: error)
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
