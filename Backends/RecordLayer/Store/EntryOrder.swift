/// The order of many keys, found by their first 24 bytes as numbers, byte after byte from the last one on.
///
/// Comparing pairs of keys took longer than what their order is good for. Bytes that are the same in all keys, which most
/// are, take no pass.
struct EntryOrder {
    /// The beginning of a key, and the place of what it belongs to.
    struct Rank {
        let first: UInt64
        let second: UInt64
        let third: UInt64
        let place: Int

        /// The rank of a key; bytes behind its end count as zeros.
        @inline(__always)
        init(_ key: UnsafeRawBufferPointer, place: Int) {
            first = Self.word(key, at: 0)
            second = Self.word(key, at: 8)
            third = Self.word(key, at: 16)
            self.place = place
        }

        @inline(__always)
        private static func word(_ key: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
            if key.count >= start + 8 {
                return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            }
            var word: UInt64 = 0
            for place in start..<start + 8 { word = word << 8 | (place < key.count ? UInt64(key[place]) : 0) }
            return word
        }

        /// Whether two keys begin alike.
        @inline(__always)
        func isLike(_ other: Rank) -> Bool { first == other.first && second == other.second && third == other.third }
    }

    /// Orders ranks by the beginnings of their keys; equal ones stay as they are.
    static func sort(_ ranks: inout [Rank]) {
        guard let first = ranks.first else { return }
        var (bits, secondBits, thirdBits) = (UInt64(0), UInt64(0), UInt64(0))
        for rank in ranks {
            bits |= rank.first ^ first.first
            secondBits |= rank.second ^ first.second
            thirdBits |= rank.third ^ first.third
        }
        let count = ranks.count
        withUnsafeTemporaryAllocation(of: Rank.self, capacity: count) { spare in
            ranks.withUnsafeMutableBufferPointer { ranks in
                guard let own = ranks.baseAddress, let other = spare.baseAddress else { return }
                var (source, target) = (own, other)
                func distribute(where bits: UInt64, _ word: (Rank) -> UInt64) {
                    for shift in stride(from: UInt64(0), to: 64, by: 8) where bits >> shift & 0xFF != 0 {
                        Self.distribute(source, target, count) { UInt8(truncatingIfNeeded: word($0) >> shift) }
                        swap(&source, &target)
                    }
                }
                distribute(where: thirdBits) { $0.third }
                distribute(where: secondBits) { $0.second }
                distribute(where: bits) { $0.first }
                if source != own { own.update(from: source, count: count) }
            }
        }
    }

    /// Moves ranks to other memory in the order of one byte of each.
    @inline(__always)
    private static func distribute(
        _ source: UnsafeMutablePointer<Rank>, _ target: UnsafeMutablePointer<Rank>, _ count: Int,
        _ byte: (Rank) -> UInt8
    ) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
            starts.initialize(repeating: 0)
            for index in 0..<count { starts[Int(byte(source[index]))] += 1 }
            var sum = 0
            for value in 0..<256 { (starts[value], sum) = (sum, sum + starts[value]) }
            for index in 0..<count {
                let value = Int(byte(source[index]))
                (target + starts[value]).initialize(to: source[index])
                starts[value] += 1
            }
        }
    }
}
