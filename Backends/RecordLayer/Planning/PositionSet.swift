/// A set of positions of conditions: a word, as nearly every request has no more conditions than it has bits, and a set
/// for those beyond.
struct PositionSet: Hashable, Sendable {
    private var word: UInt64 = 0
    private var others: Set<Int> = []

    /// No position.
    init() {}

    /// One position.
    init(_ position: Int) { insert(position) }

    /// Positions that are not negative.
    init(_ positions: Range<Int>) { for position in positions { insert(position) } }

    var isEmpty: Bool { word == 0 && others.isEmpty }

    var count: Int { word.nonzeroBitCount + others.count }

    func contains(_ position: Int) -> Bool {
        position < 64 ? word & (1 << UInt64(position)) != 0 : others.contains(position)
    }

    mutating func insert(_ position: Int) {
        if position < 64 { word |= 1 << UInt64(position) } else { others.insert(position) }
    }

    /// Whether a position is not less than another.
    func containsAny(from least: Int) -> Bool {
        (least < 64 && word >> UInt64(least) != 0) || others.contains { $0 >= least }
    }

    /// Whether all positions of a range are in the set.
    func containsAll(_ positions: Range<Int>) -> Bool { positions.allSatisfy(contains) }

    func isDisjoint(with other: PositionSet) -> Bool {
        word & other.word == 0 && others.isDisjoint(with: other.others)
    }

    mutating func formIntersection(_ other: PositionSet) {
        word &= other.word
        others.formIntersection(other.others)
    }

    mutating func subtract(_ other: PositionSet) {
        word &= ~other.word
        others.subtract(other.others)
    }

    /// The positions, ascending.
    var sorted: [Int] { (0..<64).filter(contains) + others.sorted() }

    /// The same without those that are not less than a limit.
    func below(_ limit: Int) -> PositionSet {
        var result = PositionSet()
        for position in sorted where position < limit { result.insert(position) }
        return result
    }
}
