/// The order of many changes, found by the bits in which the beginnings of their keys differ.
///
/// Comparing pairs of keys took longer than what their order is good for, and so did moving whole changes for each byte
/// that differs: they leave the processor's cache. Few bits differ, so that these and the number of the change fit into one
/// word, and the words are put in order. Objects' keys at the ends of entries' keys are left out where they come in order,
/// as those of a save's rows do.
struct EntryOrder {
    /// Memory to work in, kept from one time to the next: twice a word for each change.
    private var words: UnsafeMutableBufferPointer<UInt64> = .init(start: nil, count: 0)

    /// Gives the memory back.
    func end() { words.deallocate() }

    /// Orders changes by the beginnings of their keys; equal ones stay as they are.
    ///
    /// - Returns: The places of the changes in order, in the lower halves of words that are valid until the next time.
    mutating func sort(
        _ changes: UnsafeMutableBufferPointer<EntryChange>
    ) -> UnsafeMutableBufferPointer<UInt64> {
        makeRoom(changes.count)
        var places = UnsafeMutableBufferPointer(rebasing: words[..<changes.count])
        var others = UnsafeMutableBufferPointer(rebasing: words[changes.count..<2 * changes.count])
        for index in changes.indices { places[index] = UInt64(index) }
        guard changes.count > 1 else { return places }
        let bits = EntryBits(changes)
        for group in bits.groups {
            bits.put(group, of: changes, into: places)
            for shift in stride(from: UInt64(32), to: 32 + UInt64(group.width), by: 8)
            where Self.distribute(places, others, shift) { swap(&places, &others) }
        }
        return places
    }

    private mutating func makeRoom(_ count: Int) {
        guard words.count < 2 * count else { return }
        end()
        words = .allocate(capacity: 2 * count)
    }

    /// Moves words to other memory in the order of eight bits of each; false, with nothing done, where all have the same.
    private static func distribute(
        _ source: UnsafeMutableBufferPointer<UInt64>, _ target: UnsafeMutableBufferPointer<UInt64>, _ shift: UInt64
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
            starts.initialize(repeating: 0)
            for word in source { starts[Int(word &>> shift & 0xFF)] &+= 1 }
            if starts[Int(source[0] &>> shift & 0xFF)] == source.count { return false }
            var sum = 0
            for value in 0..<256 { (starts[value], sum) = (sum, sum + starts[value]) }
            for word in source {
                let value = Int(word &>> shift & 0xFF)
                target[starts[value]] = word
                starts[value] &+= 1
            }
            return true
        }
    }
}
