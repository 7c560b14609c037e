import Foundation
import PolystoreModel

/// Collections in which equal values count once; the first of equal ones stays, in its place.
enum DistinctValues {
    /// The values without later equal ones.
    static func distinct(_ values: [Value]) -> [Value] {
        var seen = Set<Entry>()
        return values.filter { seen.insert(Entry(value: $0)).inserted }
    }

    /// Two collections as one.
    static func combined(_ left: [Value], _ operation: SetOperation, _ right: [Value]) -> [Value] {
        if operation == .union { return distinct(left + right) }
        let others = Set(right.lazy.map(Entry.init))
        return distinct(left).filter { others.contains(Entry(value: $0)) == (operation == .intersect) }
    }

    /// A value as an element of a set: numbers of all types are equal when their values are.
    struct Entry: Hashable {
        let value: Value

        static func == (left: Entry, right: Entry) -> Bool { ValueOrder.equals(left.value, right.value) }

        func hash(into hasher: inout Hasher) {
            switch value {
            case .integer(let number): hasher.combine(Double(number).rounded(.down))
            case .double(let number): hasher.combine(number.rounded(.down))
            // Only equal hashes of equal values matter, and a decimal equals a double at most by its integer.
            case .decimal(let number): hasher.combine(Entry.floor(number))
            default: hasher.combine(value)
            }
        }

        private static func floor(_ number: Decimal) -> Double {
            var (source, result) = (number, Decimal())
            NSDecimalRound(&result, &source, 0, .down)
            guard let integer = Int64(exactly: NSDecimalNumber(decimal: result).int64Value), Decimal(integer) == result
            else { return NSDecimalNumber(decimal: result).doubleValue.rounded(.down) }
            return Double(integer)
        }
    }
}
