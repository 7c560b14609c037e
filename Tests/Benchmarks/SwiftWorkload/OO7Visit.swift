/// What a traversal has seen.
public struct OO7Visit {
    /// The number of parts visited, and the sum of their numbers and coordinates.
    public private(set) var visits = 0, sum = UInt64(0)
    private var seen: UInt32 = 0

    /// Has seen nothing.
    public init() {}

    /// Begins another composite part: its parts are visited again.
    public mutating func beginComposite() { seen = 0 }

    /// Whether a part was not yet visited in its composite part; from then on it was.
    public mutating func isNew(_ number: Int) -> Bool {
        let bit = UInt32(1) << UInt32(number % OO7Module.partsOfComposite)
        guard seen & bit == 0 else { return false }
        seen |= bit
        return true
    }

    /// Counts a part.
    public mutating func count(_ number: Int, _ x: Int, _ y: Int) {
        visits += 1
        sum &+= UInt64(number + x + y)
    }
}
