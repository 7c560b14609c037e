import PolystoreModel
import PolystoreQuery

/// How constants become the one range of an index over a number: what a plan keeps for the next values, where nothing else
/// is asked.
///
/// INVARIANT: the range is the one that `IndexCandidate` makes of the same conditions.
struct NumberRange: Sendable {
    /// The index.
    private let definition: IndexDefinition
    /// How the number lies in rows.
    private let kind: SlotKind
    /// What each condition asks of the number.
    private let comparators: [FetchComparison.Operator]

    /// Takes the conditions of a plan; nil where they ask for anything but one range of a number that small values come
    /// first of.
    init?(_ plan: RecordPlan, _ conditions: [ResolvedPredicate]) {
        guard case .index(let definition, let ranges) = plan.access, ranges.count == 1, plan.filter == nil,
            let element = definition.elements.first, element.isAscending, Self.isNumber(element.kind)
        else { return nil }
        var comparators: [FetchComparison.Operator] = []
        for condition in conditions {
            guard case .comparison(let comparison) = condition, comparison.quantifier == .none,
                case .path(let path) = comparison.left, path.steps.isEmpty,
                case .attribute(let attribute) = path.terminal, element.property == .attribute(attribute)
            else { return nil }
            switch comparison.comparator {
            case .equal where conditions.count == 1: break
            case .less, .lessOrEqual, .greater, .greaterOrEqual: break
            default: return nil
            }
            comparators.append(comparison.comparator)
        }
        if comparators.isEmpty { return nil }
        (self.definition, kind, self.comparators) = (definition, element.kind, comparators)
    }

    private static func isNumber(_ kind: SlotKind) -> Bool {
        switch kind {
        case .integer16, .integer32, .integer64, .float, .double, .date: true
        default: false
        }
    }

    /// The way through the index for other values; nil where it has to be found out what they ask for.
    func access(for values: [Value]) -> RecordPlan.Access? {
        guard values.count == comparators.count else { return nil }
        // Bounds lie before or behind all entries with a number; nil stands for those of the present values.
        var (low, high): (Bound?, Bound?) = (nil, nil)
        for (comparator, value) in zip(comparators, values) {
            guard let number = KeyEncoding.number(value, comparedWith: kind) else { return nil }
            let (before, behind) = (Bound(number: number, isBehind: false), Bound(number: number, isBehind: true))
            switch comparator {
            case .equal: (low, high) = (before, behind)
            case .less: high = high.map { min($0, before) } ?? before
            case .lessOrEqual: high = high.map { min($0, behind) } ?? behind
            case .greater: low = low.map { max($0, behind) } ?? behind
            default: low = low.map { max($0, before) } ?? before
            }
        }
        if let low, let high, !low.leavesRoom(before: high) { return nil }
        let range = IndexRange(
            lower: low.map(key) ?? key(KeyEncoding.present), upper: high.map(key) ?? key(KeyEncoding.present + 1),
            given: comparators[0] == .equal ? Self.length : IndexKey.head)
        return .index(definition, [range])
    }

    /// The bytes of a key up to the number's end.
    private static var length: Int { IndexKey.head + 1 + 8 }

    private struct Bound: Comparable {
        var number: UInt64
        var isBehind: Bool

        static func < (left: Bound, right: Bound) -> Bool {
            left.number == right.number ? !left.isBehind && right.isBehind : left.number < right.number
        }

        /// Whether there is a number between this bound and another one; behind a number is before the next.
        func leavesRoom(before other: Bound) -> Bool {
            guard self < other else { return false }
            return !(isBehind && !other.isBehind && other.number - number == 1)
        }
    }

    /// The smallest key at or behind a bound.
    private func key(_ bound: Bound) -> [UInt8] {
        let (number, isBeyond) = bound.isBehind ? bound.number.addingReportingOverflow(1) : (bound.number, false)
        if isBeyond { return key(KeyEncoding.present + 1) }
        // A successor ends with the byte that was raised (`KeyRange.successor`).
        let length = bound.isBehind ? Self.length - number.trailingZeroBitCount / 8 : Self.length
        return [UInt8](unsafeUninitializedCapacity: Self.length) { bytes, count in
            let start = UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped)
            start.storeBytes(of: definition.number.bigEndian, as: UInt16.self)
            start.storeBytes(of: KeyEncoding.present, toByteOffset: IndexKey.head, as: UInt8.self)
            start.storeBytes(of: number.bigEndian, toByteOffset: IndexKey.head + 1, as: UInt64.self)
            count = length
        }
    }

    /// The key before everything that begins with a byte.
    private func key(_ byte: UInt8) -> [UInt8] {
        [UInt8(truncatingIfNeeded: definition.number >> 8), UInt8(truncatingIfNeeded: definition.number), byte]
    }
}
