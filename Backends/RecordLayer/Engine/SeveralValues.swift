import PolystoreStorage

extension UnsafeMutableBufferPointer<UnsafeRawBufferPointer?> {
    /// Looks up one key after another, of keys of the same length that lie one behind the other, and puts each value into
    /// the place of its key.
    @inlinable
    public func fill(
        for keys: UnsafeRawBufferPointer,
        _ value: (UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer?
    ) throws(StoreError) {
        guard !isEmpty else { return }
        let length = keys.count / count
        for place in indices {
            self[place] = try value(UnsafeRawBufferPointer(rebasing: keys[place * length..<(place + 1) * length]))
        }
    }
}
