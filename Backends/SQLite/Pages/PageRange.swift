import PolystoreQuery

/// A range of the values of an index.
struct PageRange: Hashable, Sendable {
    struct Bound: Hashable, Sendable {
        let number: PageNumber
        /// Whether the number itself belongs to the range.
        let isClosed: Bool
    }

    /// Nil where the range begins with the first value that there is: a range of values never has those that are missing.
    var lower: Bound?
    var upper: Bound?

    /// All values that equal a number.
    init(equal number: PageNumber) {
        lower = Bound(number: number, isClosed: true)
        upper = lower
    }

    init() {}

    /// The range of a column's index that conditions leave, and which of them it is made of; nil when none.
    static func made(
        of conditions: [PageQuery.Condition], _ numbers: [PageNumber], _ column: String
    ) -> (range: PageRange, used: [Int])? {
        var range = PageRange()
        var used: [Int] = []
        for (place, condition) in conditions.enumerated() where condition.column == column {
            let number = numbers[place]
            switch condition.comparator {
            case .equal: return (PageRange(equal: number), [place])
            case .greater, .greaterOrEqual:
                guard range.lower == nil else { continue }
                range.lower = Bound(number: number, isClosed: condition.comparator == .greaterOrEqual)
                used.append(place)
            case .less, .lessOrEqual:
                guard range.upper == nil else { continue }
                range.upper = Bound(number: number, isClosed: condition.comparator == .lessOrEqual)
                used.append(place)
            default: continue
            }
        }
        return used.isEmpty ? nil : (range, used)
    }
}
