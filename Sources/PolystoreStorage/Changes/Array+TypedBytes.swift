extension [UInt8] {
    /// Calls a closure with the bytes, and throws what it throws: the standard library's form forgets the type.
    @inlinable @inline(__always)
    package func withUnsafeBytesTyped<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
    }
}
