import Polystore

/// What became of a list, counted by kind.
struct ListChanges: Equatable, CustomStringConvertible {
    private(set) var inserted = 0
    private(set) var deleted = 0
    private(set) var moved = 0
    private(set) var updated = 0

    /// Counts what a difference tells.
    mutating func add(_ diff: FetchedResultsDiff) {
        for change in diff.objects {
            switch change {
            case .insert: inserted += 1
            case .delete: deleted += 1
            case .move: moved += 1
            case .update: updated += 1
            }
        }
    }

    /// The counts that are not zero; empty when nothing changed.
    var description: String {
        [(inserted, "in"), (deleted, "out"), (moved, "moved"), (updated, "changed")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
