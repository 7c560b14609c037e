import Foundation
import PolystoreModel

/// Stands for a store that cannot be read now among the snapshots of several: reading it throws why, and the others are read.
package final class RefusedSnapshot: StoreSnapshot {
    /// The last commit that is known of the store.
    package let commit: CommitNumber
    /// Why the store cannot be read, with its name.
    package let error: StoreError

    package init(_ error: StoreError, commit: CommitNumber) {
        (self.error, self.commit) = (error, commit)
    }

    /// Throws if a snapshot stands for a store that cannot be read.
    package static func requireReadable(_ snapshot: any StoreSnapshot) throws(StoreError) {
        if let refused = snapshot as? RefusedSnapshot { throw refused.error }
    }

    package func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) { throw error }

    package func withStream(_ plan: StorePlan, _ body: (any RowStream) -> Void) throws(StoreError) -> Bool {
        throw error
    }

    package func count(_ plan: StorePlan) throws(StoreError) -> Int { throw error }

    package func rows(
        _ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool
    ) throws(StoreError) { throw error }

    package func row(
        _ root: RootNumber, key: Int64, _ receive: (RowView, LayoutTable) -> Void
    ) throws(StoreError) { throw error }

    package func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) { throw error }

    package func links(
        _ join: ModelJoin, from objects: [ObjectID], forward: Bool
    ) throws(StoreError) -> [JoinLink] { throw error }

    package func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? { throw error }

    /// Nothing is held.
    package func retainedBytes() throws(StoreError) -> Int { 0 }

    package func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary { throw error }
}
