import PolystoreStorage

extension SQLiteSnapshot {
    /// What this process has written to the log since the snapshot began: the log cannot begin anew meanwhile.
    ///
    /// What other processes write is not counted. The connection is not asked: another thread may be reading through it.
    func retainedBytes() -> Int { max(0, ledger.loggedBytes - loggedBytes) }
}
