/// The order of many changes, found by the beginnings of their keys as numbers, byte after byte from the last one on.
///
/// Comparing pairs of keys took longer than what their order is good for. Bytes that are the same in all keys, which most
/// are, take no pass, and neither do the last ones where they come in order, as the keys of a save's rows do.
struct EntryOrder {
    /// Memory to distribute to, kept from one time to the next.
    private var spare: UnsafeMutableBufferPointer<EntryChange> = .init(start: nil, count: 0)

    /// Gives the memory back.
    func end() { spare.deallocate() }

    /// Orders changes by the beginnings of their keys; equal ones stay as they are.
    mutating func sort(_ changes: UnsafeMutableBufferPointer<EntryChange>) {
        guard changes.count > 1, let own = changes.baseAddress else { return }
        if spare.count < changes.count {
            spare.deallocate()
            spare = .allocate(capacity: changes.count)
        }
        let (count, other, bits) = (changes.count, spare.baseAddress.unsafelyUnwrapped, Bits(changes))
        var (source, target) = (own, other)
        func distribute(where bits: UInt64, _ word: (EntryChange) -> UInt64) {
            for shift in stride(from: UInt64(0), to: 64, by: 8) where bits >> shift & 0xFF != 0 {
                Self.distribute(source, target, count) { UInt8(truncatingIfNeeded: word($0) >> shift) }
                swap(&source, &target)
            }
        }
        distribute(where: bits.third) { $0.third }
        distribute(where: bits.second) { $0.second }
        distribute(where: bits.first) { $0.first }
        if source != own { own.update(from: source, count: count) }
    }

    /// The bits by which changes have to be distributed.
    private struct Bits {
        private(set) var (first, second, third) = (UInt64(0), UInt64(0), UInt64(0))

        init(_ changes: UnsafeMutableBufferPointer<EntryChange>) {
            let start = changes[0]
            var last = start.third
            var isThirdInOrder = true
            for change in changes {
                first |= change.first ^ start.first
                second |= change.second ^ start.second
                third |= change.third ^ start.third
                isThirdInOrder = isThirdInOrder && last <= change.third
                last = change.third
            }
            if isThirdInOrder { third = 0 }
        }
    }

    /// Moves changes to other memory in the order of one byte of each.
    @inline(__always)
    private static func distribute(
        _ source: UnsafeMutablePointer<EntryChange>, _ target: UnsafeMutablePointer<EntryChange>, _ count: Int,
        _ byte: (EntryChange) -> UInt8
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
