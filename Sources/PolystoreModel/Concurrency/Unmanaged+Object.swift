extension Unmanaged {
    /// Calls a closure with the object, which something else keeps meanwhile.
    @inlinable @inline(__always)
    package func withObject<Result, Failure>(
        _ body: (Instance) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(takeUnretainedValue())
    }
}
