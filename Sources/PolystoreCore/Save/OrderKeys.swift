/// The sparse places of an ordered relationship: multiples of 1,024, so that most moves renumber one member.
package enum OrderKeys {
    package static let spacing: Int64 = 1024

    /// The places of members in order, ascending; as many members as possible keep the place that they have.
    ///
    /// - Parameter existing: The present place of each member, in the new order; nil for a new one.
    /// - Returns: A place for each member, strictly ascending.
    /// - Complexity: O(n log n).
    package static func assign(_ existing: [Int64?]) -> [Int64] {
        let kept = longestIncreasingRun(existing)
        var result = [Int64](repeating: 0, count: existing.count)
        var index = 0
        var last: Int64 = 0
        while index < existing.count {
            if kept[index], let place = existing[index] {
                result[index] = place
                last = place
                index += 1
                continue
            }
            var end = index
            while end < existing.count, !kept[end] { end += 1 }
            let next = end < existing.count ? existing[end] : nil
            guard fill(&result, index..<end, after: last, before: next) else { return renumbered(existing.count) }
            last = result[end - 1]
            index = end
        }
        return result
    }

    private static func fill(_ result: inout [Int64], _ gap: Range<Int>, after last: Int64, before next: Int64?) -> Bool
    {
        guard let next else {
            for (step, index) in gap.enumerated() {
                let (place, overflow) = last.addingReportingOverflow(spacing * Int64(step + 1))
                if overflow { return false }
                result[index] = place
            }
            return true
        }
        let room = (next - last) / Int64(gap.count + 1)
        guard room > 0 else { return false }
        for (step, index) in gap.enumerated() { result[index] = last + room * Int64(step + 1) }
        return true
    }

    private static func renumbered(_ count: Int) -> [Int64] { (0..<count).map { Int64($0 + 2) * spacing } }

    /// Marks a longest strictly increasing run of the present places.
    private static func longestIncreasingRun(_ values: [Int64?]) -> [Bool] {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value, value > 0 else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if let tail = values[tails[middle]], tail < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var kept = [Bool](repeating: false, count: values.count)
        var index = tails.last ?? -1
        while index >= 0 {
            kept[index] = true
            index = previous[index]
        }
        return kept
    }
}
