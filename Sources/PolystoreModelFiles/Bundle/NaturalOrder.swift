/// The order of names in which numbers count as numbers: `Shop`, `Shop 2`, `Shop 10`.
enum NaturalOrder {
    /// Whether a name comes before another one.
    static func isOrdered(_ left: String, before right: String) -> Bool {
        var (left, right) = (Substring(left), Substring(right))
        while let first = left.first, let second = right.first {
            if first.isDigit, second.isDigit {
                let (one, other) = (number(&left), number(&right))
                if one != other { return (one.count, one) < (other.count, other) }
            } else {
                let (one, other) = (first.lowercased(), second.lowercased())
                if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
                left.removeFirst()
                right.removeFirst()
            }
        }
        return left.count < right.count
    }

    /// Takes the digits at the beginning, without leading zeros.
    private static func number(_ text: inout Substring) -> String {
        let digits = text.prefix(while: \.isDigit)
        text.removeFirst(digits.count)
        return String(digits.drop { $0 == "0" })
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
