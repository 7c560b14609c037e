/// The bits by which changes of entries are told apart: those in which the beginnings of their keys differ.
///
/// An entry's key ends with the key of its object (`IndexKey.tail`). Where these come in order, an order of what is before
/// them that leaves equals as they are is an order of all: what is before them differs at a place where both keys have it,
/// because no element begins with all of another.
struct EntryBits {
    /// Bits that are put in order together, 32 at most.
    struct Group {
        /// The runs, from the lowest one on.
        fileprivate(set) var runs: [Run] = []
        /// How many bits they are.
        fileprivate(set) var width = 0
    }

    /// Bits that lie side by side in one of a key's three words.
    struct Run {
        fileprivate let word: Int
        fileprivate let shift: UInt64
        fileprivate let mask: UInt64
        /// Where they begin in the group.
        fileprivate let place: UInt64
    }

    private typealias Words = (first: UInt64, second: UInt64, third: UInt64)

    /// The groups, those of the lowest bits first.
    private(set) var groups: [Group] = []
    /// Whether objects' keys come in order.
    private let leavesKeysOut: Bool

    /// Looks at all changes once.
    init(_ changes: UnsafeMutableBufferPointer<EntryChange>) {
        leavesKeysOut = Self.haveOrderedKeys(changes)
        let start = Self.words(changes[0], leavesKeysOut)
        var differing: Words = (0, 0, 0)
        for change in changes {
            let words = Self.words(change, leavesKeysOut)
            differing.first |= words.first ^ start.first
            differing.second |= words.second ^ start.second
            differing.third |= words.third ^ start.third
        }
        for (word, bits) in [(2, differing.third), (1, differing.second), (0, differing.first)] { add(bits, of: word) }
    }

    private mutating func add(_ bits: UInt64, of word: Int) {
        var (rest, shift) = (bits, 0)
        while rest != 0 {
            shift += rest.trailingZeroBitCount
            rest = bits >> UInt64(shift)
            if groups.isEmpty || groups[groups.count - 1].width == 32 { groups.append(Group()) }
            let last = groups.count - 1
            let width = min((~rest).trailingZeroBitCount, 32 - groups[last].width)
            groups[last].runs.append(
                Run(
                    word: word, shift: UInt64(shift), mask: UInt64(1) << UInt64(width) - 1,
                    place: UInt64(groups[last].width)))
            groups[last].width += width
            shift += width
            rest = shift < 64 ? bits >> UInt64(shift) : 0
        }
    }

    /// Writes a group's bits into the upper halves of words whose lower ones say which change is meant.
    func put(
        _ group: Group, of changes: UnsafeMutableBufferPointer<EntryChange>,
        into places: UnsafeMutableBufferPointer<UInt64>
    ) {
        group.runs.withUnsafeBufferPointer { runs in
            for index in places.indices {
                let number = places[index] & 0xFFFF_FFFF
                let words = Self.words(changes[Int(number)], leavesKeysOut)
                var bits: UInt64 = 0
                for run in runs {
                    let word = run.word == 0 ? words.first : run.word == 1 ? words.second : words.third
                    bits |= (word &>> run.shift & run.mask) &<< run.place
                }
                places[index] = bits &<< 32 | number
            }
        }
    }

    /// What a change is put in order by.
    @inline(__always)
    private static func words(_ change: EntryChange, _ leavesKeysOut: Bool) -> Words {
        guard leavesKeysOut, change.count <= ShortKey.longest else {
            return (change.first, change.second, change.third)
        }
        // Elements of a short key end within its second word at the latest.
        let bits = UInt64(truncatingIfNeeded: 8 * (change.count - IndexKey.tail))
        return (
            bits < 64 ? change.first & ~(UInt64.max &>> bits) : change.first,
            bits <= 64 ? 0 : bits < 128 ? change.second & ~(UInt64.max &>> (bits &- 64)) : change.second, 0
        )
    }

    /// Whether the objects' keys at the ends of short keys never become less.
    private static func haveOrderedKeys(_ changes: UnsafeMutableBufferPointer<EntryChange>) -> Bool {
        var last: UInt64 = 0
        for change in changes where change.count <= ShortKey.longest {
            guard change.count >= IndexKey.leastLength else { return false }
            let key = change.lastBytes
            if key < last { return false }
            last = key
        }
        return true
    }
}
