import PolystoreModel
import PolystoreStorage

/// The conflicts of a save in all stores, taken from the error that reports them.
struct SaveConflicts {
    var versions: [StoreConflicts.Version] = []
    var uniqueness: [StoreConflicts.Uniqueness] = []

    /// Nil when the error is not about conflicts.
    init?(_ error: any Error) {
        if let error = error as? CoordinatorError, error.code == .conflict {
            versions = error.conflicts.values.flatMap(\.versions)
            uniqueness = error.conflicts.values.flatMap(\.uniqueness)
        } else if let error = error as? StoreError, let conflicts = error.conflicts {
            versions = conflicts.versions
            uniqueness = conflicts.uniqueness
        } else {
            return nil
        }
    }

    var isEmpty: Bool { versions.isEmpty && uniqueness.isEmpty }
}
