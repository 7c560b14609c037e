/// The change of one key among changes that an engine gets together.
public struct KeyChange {
    /// The key, which is not empty; valid as long as the call that it is given to.
    public let key: UnsafeRawBufferPointer
    /// The value that it gets, valid as long; nil when the key goes.
    public let value: UnsafeRawBufferPointer?

    /// A value for a key, or the end of the key.
    @inline(__always)
    public init(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer?) {
        (self.key, self.value) = (key, value)
    }
}
