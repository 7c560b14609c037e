import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Copies open stores, all as of one moment, to places where nothing is; programs may read and write them meanwhile.
    ///
    /// The copies have the UUIDs of the originals and belong to no commit domain. Without an error all of them are whole and on the
    /// disk; with one, none is there.
    ///
    /// - Parameters:
    ///   - targets: The places of the copies, by the names of the stores, each of the type of its store. Stores without a place are
    ///     not copied.
    ///   - willCopy: Called before each store is copied; what it throws ends the work.
    /// - Returns: The commit of each store that its copy shows, by name.
    /// - Throws: `unknownStore`, `invalidDescription` for another type, `store`, with cause `timeout` when stores that other
    ///   processes write came to no common moment and `unsupported` for one that lies nowhere; what `willCopy` throws.
    /// - Complexity: One pass over each store.
    public func copyStores(
        to targets: [String: PersistentStoreDescription], willCopy: (AttachedStore) throws -> Void = { _ in }
    ) throws -> [String: CommitNumber] {
        for (name, target) in targets.sorted(by: { $0.key < $1.key }) {
            guard let store = store(named: name) else { throw CoordinatorError(.unknownStore, [.store: name]) }
            guard target.type == store.typeName else {
                throw CoordinatorError(
                    .invalidDescription, [.store: name, .expected: store.typeName, .found: target.type])
            }
        }
        let snapshots: MultiStoreSnapshot
        do throws(StoreError) { snapshots = try snapshotForCopying() } catch {
            throw CoordinatorError(error, in: .none)
        }
        var made: [PersistentStoreDescription] = []
        var commits: [String: CommitNumber] = [:]
        do {
            for store in stores {
                guard let target = targets[store.name], let snapshot = snapshots.snapshot(of: store.number)
                else { continue }
                try willCopy(store)
                do throws(StoreError) { try snapshot.copy(to: target) } catch {
                    throw CoordinatorError(error, in: store.number)
                }
                made.append(target)
                commits[store.name] = snapshot.commit
            }
        } catch {
            // The first error is the one to report.
            for target in made { try? destroyStore(target) }
            throw error
        }
        return commits
    }
}
