extension TableTree {
    /// A page of which nothing was read yet, with the keys that are below it: those greater than `low`, up to `high`.
    struct Step {
        let number: UInt32
        var low = Int64.min
        var high = Int64.max

        /// Whether a key belongs below the page.
        @inline(__always)
        func holds(_ key: Int64) -> Bool { key > low && key <= high }

        /// Where a key that belongs below the page is among so many, if they lie evenly between the bounds; if each is followed
        /// by the next number where there is no bound.
        @inline(__always)
        func guess(_ key: Int64, among count: Int) -> Int {
            // Distances, unlike keys, are never too large for their type.
            let before = UInt64(bitPattern: key &- low) &- 1
            let behind = UInt64(bitPattern: high &- key)
            let place =
                switch (low > .min, high < .max) {
                // Exact where no number is left out: the product is divided by itself.
                case (true, true): Int(Double(before) * Double(count) / Double(UInt64(bitPattern: high &- low)))
                case (true, false): Int(clamping: before)
                case (false, true): count - 1 - Int(clamping: min(behind, UInt64(count)))
                case (false, false): Int(key > 0 ? key - 1 : 0)
                }
            return max(0, min(place, count - 1))
        }
    }
}
