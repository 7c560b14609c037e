import PolystoreStorage

/// How far a commit over several stores has come, as tests see it: everything before a step is done.
package enum JointStep: Hashable, Sendable {
    /// All stores have applied the changes and hold their transactions.
    case prepared
    /// The entry is in the log, and not on the disk for certain.
    case appended
    /// The entry is on the disk, and names a store whose commit decides.
    case announced
    /// The entry is on the disk, or the store that decides has committed: the save is made, whatever happens.
    case decided
    /// A store has committed.
    case committed(StoreNumber)
}
