import Synchronization

/// The report of a context that is used outside of its executor.
package enum ExecutorMisuse {
    static let message = "a context is used outside of its executor; use handle.perform"

    private static let isTrapping = Atomic<Bool>(true)

    /// Whether such a caller is stopped in debug builds; false shows there what release builds do.
    package static var traps: Bool {
        get { isTrapping.load(ordering: .relaxed) }
        set { isTrapping.store(newValue, ordering: .relaxed) }
    }
}
