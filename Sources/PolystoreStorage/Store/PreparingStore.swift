import Foundation

/// A store that can keep a complete transaction on the disk under a name before it is decided whether it is committed: what a
/// database server does with `PREPARE TRANSACTION`.
///
/// It declares `StoreCapabilities.jointCommit` as `preparing`, and takes part in a save over several durable stores in one
/// of two ways:
///
/// - Beside other preparing stores, its transaction is prepared under a name, `prepare(as:)`; then the entry in the commit log
///   decides, and the transaction is committed or rolled back by its name. One that nobody finished, because the process
///   ended, is finished when the store is opened: committed where the log has the entry, otherwise rolled back.
/// - As the only preparing store, nothing is prepared under a name: `recordDecision` writes into the open transaction that the
///   save is made, and the store's own `commit` decides. The log's entry, written before, names the store, and recovery asks
///   it by `settleDecision`.
///
/// The calls come on the store's writer thread, one after another, and `preparedTransactions` as well. Each of them is durable
/// when it returns.
public protocol PreparingStore: PersistentStore {
    /// Does what `prepare` does, and puts the transaction on the disk under a name: from then on nothing makes its commit fail
    /// for good, and it outlives the process.
    ///
    /// No transaction is open any more afterwards. When this throws, the transaction is rolled back by `rollback`, and must not
    /// be found under the name.
    func prepare(as transaction: JointTransaction) throws(StoreError)

    /// Commits a prepared transaction, and publishes; returns the number of the commit.
    ///
    /// When this throws, the transaction is prepared still, and is committed later. One that is committed already is no error.
    func commitPrepared(_ transaction: JointTransaction) throws(StoreError) -> CommitNumber

    /// Undoes a prepared transaction; one that is not there is no error.
    func rollbackPrepared(_ transaction: JointTransaction) throws(StoreError)

    /// The transactions of a commit log that are prepared and not finished.
    func preparedTransactions(of log: UUID) throws(StoreError) -> [JointTransaction]

    /// Writes into the open transaction that its commit decides a save; called before `prepare`.
    func recordDecision(_ transaction: JointTransaction) throws(StoreError)

    /// Whether the commit of a transaction was made that `recordDecision` wrote into.
    ///
    /// A store that has no record of it writes that the save is not made, so that a transaction of a lost connection that is
    /// still on its way cannot be committed any more.
    func settleDecision(_ transaction: JointTransaction) throws(StoreError) -> Bool

    /// Forgets decisions that no entry of a log asks for any more: those up to a number.
    func forgetDecisions(of log: UUID, upTo number: JointNumber) throws(StoreError)
}
