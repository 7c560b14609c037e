import Foundation
import PolystoreModel
import PolystoreQuery

/// A store: the one protocol between the framework and a backend.
///
/// **Threads.** `begin`, `apply`, `prepare`, `commit`, `rollback`, `reserveKeys`, `releaseKeys` and `close` are called
/// on the store's writer thread only, one after another; `snapshot`, `plan` and `rebind` from any thread.
///
/// **A transaction** is `begin`, then `apply` for each save that shares it, then `prepare`, then `commit` or
/// `rollback`. `apply` is a savepoint: when it throws, the transaction is as it was before the call. After `prepare`
/// returned, `commit` fails only when the disk does. A commit becomes visible to snapshots that are taken afterwards,
/// all at once.
///
/// **Life.** The writer keeps the one life cycle of a store, and calls it in that order only: a store reports how each call
/// went and keeps no states of its own. After an error with a code that leaves its state unknown (`failed`, `inputOutput`,
/// `damaged`) the writer undoes the transaction and refuses everything with code `failed` until the store is reopened. A
/// closed store refuses with code `closed` what needs the engine.
public protocol PersistentStore: AnyObject, Sendable {
    /// The store's UUID, for life; a memory store has a fresh one in each process.
    var identifier: UUID { get }
    /// The store's capabilities.
    var capabilities: StoreCapabilities { get }
    /// The layouts of the store's rows.
    var layouts: LayoutTable { get }
    /// The store's peer table.
    var peers: PeerTable { get }
    /// The store's metadata, as of the last commit.
    var metadata: StoreMetadata { get throws(StoreError) }

    /// Takes a view of the last commit.
    func snapshot() throws(StoreError) -> any StoreSnapshot

    /// Takes a view of the last commit that is not shared with other readers, to be copied: what it shows outside of the engine's
    /// files stays as well while it is held, whichever process writes.
    func snapshotForCopying() throws(StoreError) -> any StoreSnapshot

    /// The commit that a snapshot taken now would show, as cheaply as the store can tell.
    ///
    /// A store that other processes write includes their commits.
    func newestCommit() throws(StoreError) -> CommitNumber

    /// Says how a query would be answered; the plan runs on any snapshot of this store.
    func plan(_ query: StoreQuery) -> StorePlan

    /// The steps of a plan of this store: the route that it takes, with the rows that each step is expected to hand on
    /// where the store has estimates.
    ///
    /// The plan is run by the same route whether it was explained or not.
    func explain(_ plan: StorePlan) -> [StorePlan.Step]

    /// The plan of a query that compares with other values than a planned one, and is the same else; nil when it has to be
    /// planned by itself.
    ///
    /// It is asked only for queries whose conditions, all of which must hold, compare attributes of the objects themselves
    /// with values, each of the same kind as the one before, none missing. A plan is answered only when `plan` would make
    /// none that is better by more than what it costs to make it; what it finds is the same.
    ///
    /// - Parameters:
    ///   - plan: A plan that this store made.
    ///   - values: What the conditions compare with instead, in their order.
    /// - Returns: The plan, or nil.
    func rebind(_ plan: StorePlan, to values: [Value]) -> StorePlan?

    /// Begins a transaction.
    func begin(_ durability: Durability) throws(StoreError)

    /// Applies one save: checks versions and uniqueness on the state after the save, then writes.
    ///
    /// - Throws: `conflict` with every row and value that stands in the way.
    /// - Complexity: A bounded number of engine operations per changed row.
    func apply(_ changes: StoreChanges) throws(StoreError)

    /// Makes sure that only the disk can make the commit fail.
    ///
    /// Of a transaction that is part of a save over several stores (`StoreChanges.joint`), it also makes sure that the commit finds
    /// room on the disk, as far as the engine lets it: the save is decided before the commit.
    func prepare() throws(StoreError)

    /// Commits and publishes; returns the number of the commit.
    func commit() throws(StoreError) -> CommitNumber

    /// Undoes the transaction.
    func rollback()

    /// Reserves keys for new objects, durably, in a transaction of its own: none of them is given out again, not even
    /// after a power cut.
    func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64>

    /// Gives back the unused end of the last reservation: keys from `first` on, if nothing was reserved after them.
    func releaseKeys(_ root: RootNumber, from first: Int64) throws(StoreError)

    /// Closes the store; snapshots that are still held read on or throw `closed`.
    func close() throws(StoreError)
}
