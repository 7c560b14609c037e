/// Finds the name that was probably meant.
package enum Suggestion {
    /// The nearest of the known names, or nil when none is near.
    ///
    /// Near means at most one slip (a character left out, added, replaced or swapped with its neighbour) for every
    /// three characters; a name that differs in case only always is.
    package static func nearest(to name: String, in known: some Sequence<String>) -> String? {
        let lowered = Array(name.lowercased())
        let limit = max(1, min(3, lowered.count / 3))
        var best: (distance: Int, name: String)?
        for candidate in known where candidate != name {
            let distance = distance(lowered, Array(candidate.lowercased()), limit: best?.distance ?? limit + 1)
            // The first of the equally near names in the order of their bytes wins, whatever order they came in.
            if distance <= limit, best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true {
                best = (distance, candidate)
            }
        }
        return best?.name
    }

    /// ` (did you mean 'access'?)`, or nothing when no known name is near.
    package static func hint(for name: String, in known: some Sequence<String>) -> String {
        nearest(to: name, in: known).map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// The least number of slips that lead from one text to the other; more than `limit` may be reported as any greater
    /// number.
    private static func distance(_ left: [Character], _ right: [Character], limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforePrevious[column - 1] + 1)
                }
                current.append(least)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
