extension ManagedObjectContext {
    /// Stops a caller that uses the context outside of its executor, in debug builds.
    @inline(__always)
    package func checkExecutor() {
        assert(handle.isCurrent, "a context is used outside of its executor; use handle.perform")
    }
}
