/// The first eight sort bytes of a row as a word, as far as its first number tells them.
///
/// What most rows of a long list need to be known to come too late for a short one.
struct SortPrefix {
    /// The bytes; zero where they are not known.
    let bytes: UInt64
    /// All ones in the bytes that are known, which are the first ones.
    let mask: UInt64

    /// Makes a lead.
    ///
    /// - Parameters:
    ///   - bytes: The bytes as they are ascending.
    ///   - known: How many of them are known, at least one.
    ///   - isAscending: Whether smaller values come first.
    @inline(__always)
    init(_ bytes: UInt64, known: Int, isAscending: Bool) {
        mask = known >= 8 ? .max : ~(UInt64.max >> UInt64(8 * known))
        self.bytes = (isAscending ? bytes : ~bytes) & mask
    }

    /// Whether every row that begins so comes behind the one with these first eight bytes.
    @inline(__always)
    func isBehind(_ other: UInt64) -> Bool { bytes > other & mask }
}
