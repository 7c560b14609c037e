import CPolystorePrefetch

/// The tree of a table's rows, by key.
struct TableTree {
    let file: PageFile
    let root: UInt32

    /// A tree of more levels than this is none.
    static let depthLimit = 20
    /// How many rows are looked for side by side.
    static let width = 32

    /// A leaf.
    struct Leaf {
        let page: TreePage
        /// How it was come to.
        let step: Step
        /// How many pages are above it: as many as above every other leaf.
        let depth: Int
    }

    @inline(__always)
    func page(_ number: UInt32) throws(PageTrouble) -> TreePage {
        try TreePage(number, try file.page(number), usable: file.usable, isTable: true)
    }

    /// The leaf that holds a key, if the table does.
    @inline(__always)
    func leaf(_ key: Int64) throws(PageTrouble) -> Leaf {
        var step = Step(number: root)
        var depth = 0
        while true {
            let base = try file.page(step.number)
            prefetchLikelyCell(of: key, step, base)
            let page = try TreePage(step.number, base, usable: file.usable, isTable: true)
            if page.isLeaf { return Leaf(page: page, step: step, depth: depth) }
            depth += 1
            guard depth < Self.depthLimit else { throw .damaged(page: step.number) }
            step = try Self.step(below: page, step, key)
        }
    }

    /// Asks for the memory where the cell of a key lies if the page is a full leaf, all numbers between its bounds are keys, and
    /// their rows are as long and came in their order.
    @inline(__always)
    private func prefetchLikelyCell(of key: Int64, _ step: Step, _ page: UnsafeRawPointer) {
        guard step.low > .min, step.high < .max, case let count = step.high &- step.low, count > 0, count < 256 else {
            return
        }
        let offset = file.usable - Int(key - step.low) * file.usable / Int(count)
        // Lengths differ a little, so the cell may begin before that or behind it.
        polystore_prefetch(page + max(0, offset - 32), 3)
    }

    /// The leaf that holds a key, if the table does, below so many pages; the leaf itself is not looked at.
    @inline(__always)
    func step(_ key: Int64, depth: Int) throws(PageTrouble) -> Step {
        var step = Step(number: root)
        for _ in 0..<depth {
            let page = try page(step.number)
            guard !page.isLeaf else { throw .damaged(page: step.number) }
            step = try Self.step(below: page, step, key)
        }
        return step
    }

    /// The page below an inner one that a key belongs into.
    @inline(__always)
    private static func step(below page: TreePage, _ step: Step, _ key: Int64) throws(PageTrouble) -> Step {
        let guess = step.guess(key, among: page.count)
        let place = try place(key, page.count, guess) { (place) throws(PageTrouble) in try bound(page, place) }.place
        let below = Step(
            number: try page.child(place), low: place > 0 ? try bound(page, place - 1) : step.low,
            high: place < page.count ? try bound(page, place) : step.high)
        // Nothing is less than the least key.
        guard below.low < key || below.low == .min, key <= below.high else { throw .damaged(page: page.number) }
        return below
    }

    /// The greatest key below a cell of an inner page.
    @inline(__always)
    private static func bound(_ page: TreePage, _ place: Int) throws(PageTrouble) -> Int64 {
        var cell = try page.cell(place) + 4
        return cell.variableNumber()
    }

    /// The first of ascending keys that is no less than a key, looked for around a guess; and whether it is the key.
    @inline(__always)
    private static func place(
        _ key: Int64, _ count: Int, _ guess: Int, _ keyAt: (Int) throws(PageTrouble) -> Int64
    ) throws(PageTrouble) -> (place: Int, isEqual: Bool) {
        // INVARIANT: what is at `low` is less, what is at `high` is not; both may lie outside.
        var (low, high) = (-1, count)
        var probe = guess
        var step = 1
        while high - low > 1 {
            if probe <= low || probe >= high { probe = low + (high - low) / 2 }
            let found = try keyAt(probe)
            if found == key { return (probe, true) }
            if found < key {
                low = probe
                probe += step
            } else {
                high = probe
                probe -= step
            }
            step *= 4
        }
        return (high, false)
    }

    /// The place of a key in a leaf, looked for around a guess; nil when it is not there.
    @inline(__always)
    static func place(_ key: Int64, in leaf: TreePage, _ guess: Int) throws(PageTrouble) -> Int? {
        let (place, isEqual) = try Self.place(key, leaf.count, guess) { (place) throws(PageTrouble) in
            try LeafCell.key(leaf, place)
        }
        return isEqual ? place : nil
    }

    /// The greatest key; nil of an empty table.
    func highestKey() throws(PageTrouble) -> Int64? {
        let leaf = try leaf(.max).page
        return leaf.count > 0 ? try LeafCell.key(leaf, leaf.count - 1) : nil
    }
}
