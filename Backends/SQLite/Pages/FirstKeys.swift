import CPolystoreSQLite
import PolystoreModel

/// The keys of the first few rows by a number, and then by the key in the same direction.
///
/// Holds as many rows as are wanted, the last of them on top of a heap.
struct FirstKeys {
    /// The most rows that are kept so.
    static let limit = 4096

    private struct Place: Comparable {
        let number: UInt64
        let key: UInt64

        static func < (left: Place, right: Place) -> Bool {
            left.number < right.number || left.number == right.number && left.key < right.key
        }
    }

    private let limit: Int
    /// All bits set turn an order round.
    private let mask: UInt64
    private var heap: [Place] = []

    init(_ limit: Int, isAscending: Bool) {
        self.limit = limit
        mask = isAscending ? 0 : .max
        heap.reserveCapacity(limit)
    }

    /// Looks at a row; false when its value is none that is put in order here.
    @inline(__always)
    mutating func offer(_ value: some StoredValue, _ key: Int64) -> Bool {
        guard let number = Self.number(value) else { return false }
        let place = Place(number: number ^ mask, key: (UInt64(bitPattern: key) ^ 1 << 63) ^ mask)
        if heap.count == limit {
            guard let last = heap.first, place < last else { return true }
            heap[0] = place
            sink()
        } else {
            heap.append(place)
            rise()
        }
        return true
    }

    /// A number in the order of values, nothing before all: those of a column are read as doubles, exactly.
    @inline(__always)
    private static func number(_ value: some StoredValue) -> UInt64? {
        if value.isMissing { return 0 }
        switch value.type {
        case SQLITE_INTEGER:
            guard let double = Double(exactly: value.integer) else { return nil }
            return double.orderedBits
        case SQLITE_FLOAT: return value.double.orderedBits
        default: return nil
        }
    }

    /// The keys, in order.
    var keys: [Int64] { heap.sorted().map { Int64(bitPattern: $0.key ^ mask ^ 1 << 63) } }

    private mutating func rise() {
        var place = heap.count - 1
        while place > 0 {
            let above = (place - 1) / 2
            guard heap[above] < heap[place] else { return }
            heap.swapAt(above, place)
            place = above
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var below = 2 * place + 1
            guard below < heap.count else { return }
            if below + 1 < heap.count, heap[below] < heap[below + 1] { below += 1 }
            guard heap[place] < heap[below] else { return }
            heap.swapAt(below, place)
            place = below
        }
    }
}
