/// Finds the heaviest part of a sequence that ascends: what stays where it is when the rest moves.
enum IncreasingRun {
    /// Which elements belong to the part.
    ///
    /// - Parameter elements: Different places, not negative, with positive weights.
    /// - Returns: A flag for each element.
    /// - Complexity: O(*n* log *n*); O(*n*) where all ascend.
    static func heaviest(_ elements: [(place: Int, weight: Int)]) -> [Bool] {
        guard zip(elements, elements.dropFirst()).contains(where: { $0.place > $1.place }) else {
            return Array(repeating: true, count: elements.count)
        }
        let sorted = elements.map(\.place).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: zip(sorted, 1...))
        // A tree of maxima over places: the element that ends the heaviest part up to a place.
        var tree = [Int?](repeating: nil, count: elements.count + 1)
        var total = [Int](repeating: 0, count: elements.count)
        var before = [Int?](repeating: nil, count: elements.count)
        for (index, element) in elements.enumerated() {
            guard let rank = ranks[element.place] else { continue }
            var best: Int?
            var place = rank - 1
            while place > 0 {
                if let ending = tree[place], total[ending] > best.map({ total[$0] }) ?? 0 { best = ending }
                place &= place - 1
            }
            before[index] = best
            total[index] = element.weight + (best.map { total[$0] } ?? 0)
            place = rank
            while place < tree.count {
                if tree[place].map({ total[$0] < total[index] }) ?? true { tree[place] = index }
                place += place & -place
            }
        }
        var stays = [Bool](repeating: false, count: elements.count)
        var next = total.indices.max { total[$0] < total[$1] }
        while let index = next {
            stays[index] = true
            next = before[index]
        }
        return stays
    }
}
