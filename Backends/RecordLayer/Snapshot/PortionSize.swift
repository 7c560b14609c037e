/// How many batches a portion has: one at first, because most reads are short, then so many that asking for help costs
/// little beside what is done with them.
struct PortionSize {
    private(set) var batches = 1

    private static let largest = 32

    mutating func grow() { batches = min(4 * batches, Self.largest) }
}
