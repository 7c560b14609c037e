/// A search for a key on its way from the root to a leaf.
struct LMDBSearch {
    /// The page that is looked at next.
    var page: UInt64
    /// What is known about the numbers at the end of the keys of that page: none is smaller.
    var lowest: UInt64 = 0
    /// All are smaller.
    var end: UInt64 = .max
    /// Where the key is thought to be in the leaf.
    var guess = 0

    /// Where a number is among so many, if they are spread evenly; the middle when nothing is known.
    ///
    /// Objects' keys are given out one after another, so that most guesses are right, where a binary search looks at
    /// five entries in as many lines of the cache.
    @inline(__always)
    func guess(_ tail: UInt64, among count: Int) -> Int {
        guard tail >= lowest, tail < end, end - lowest < 1 << 32 else { return count / 2 }
        return Int((tail - lowest) * UInt64(count) / (end - lowest))
    }
}
