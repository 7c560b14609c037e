/// The tree of a table's rows, by key.
struct TableTree {
    let file: PageFile
    let root: UInt32

    /// A tree of more levels than this is none.
    static let depthLimit = 20
    /// How many rows are looked for side by side.
    static let width = 32

    /// A leaf with the keys that it may hold: those greater than `low`, up to `high`.
    struct Leaf {
        let page: TreePage
        let low: Int64
        let high: Int64
    }

    @inline(__always)
    func page(_ number: UInt32) throws(PageTrouble) -> TreePage {
        try TreePage(number, try file.page(number), usable: file.usable, isTable: true)
    }

    /// The leaf that holds a key, if the table does.
    @inline(__always)
    func leaf(_ key: Int64) throws(PageTrouble) -> Leaf {
        var page = try page(root)
        var (low, high) = (Int64.min, Int64.max)
        var depth = 0
        while !page.isLeaf {
            depth += 1
            guard depth < Self.depthLimit else { throw .damaged(page: page.number) }
            let inner = page
            let place = try Self.place(key, inner.count) { (place) throws(PageTrouble) in try Self.bound(inner, place) }
            if place > 0 { low = try Self.bound(inner, place - 1) }
            if place < inner.count { high = try Self.bound(inner, place) }
            page = try self.page(try inner.child(place))
        }
        return Leaf(page: page, low: low, high: high)
    }

    /// The greatest key below a cell of an inner page.
    @inline(__always)
    private static func bound(_ page: TreePage, _ place: Int) throws(PageTrouble) -> Int64 {
        var cell = try page.cell(place) + 4
        return cell.variableNumber()
    }

    /// The first of ascending keys that is no less than a key: keys lie evenly mostly, which is where it is looked for.
    @inline(__always)
    private static func place(
        _ key: Int64, _ count: Int, _ keyAt: (Int) throws(PageTrouble) -> Int64
    ) throws(PageTrouble) -> Int {
        guard count > 0 else { return 0 }
        let first = try keyAt(0)
        if key <= first { return 0 }
        let last = try keyAt(count - 1)
        if key > last { return count }
        // INVARIANT: the key at `low` is less, the one at `high` is not.
        var (low, high) = (0, count - 1)
        // Distances, unlike keys, are never equal when they are not the same.
        let share = Double(UInt64(bitPattern: key &- first)) / Double(UInt64(bitPattern: last &- first))
        let guess = Int(share * Double(count - 1))
        var probe = min(max(guess, 1), count - 1)
        var step = 1
        while high - low > 1 {
            if probe <= low || probe >= high { probe = (low + high) / 2 }
            if try keyAt(probe) < key {
                low = probe
                probe += step
            } else {
                high = probe
                probe -= step
            }
            step *= 4
        }
        return high
    }

    /// The place of a key in a leaf; nil when it is not there.
    @inline(__always)
    func place(_ key: Int64, in leaf: TreePage) throws(PageTrouble) -> Int? {
        let place = try Self.place(key, leaf.count) { (place) throws(PageTrouble) in try LeafCell.key(leaf, place) }
        guard place < leaf.count, try LeafCell.key(leaf, place) == key else { return nil }
        return place
    }

    /// The greatest key; nil of an empty table.
    func highestKey() throws(PageTrouble) -> Int64? {
        let leaf = try leaf(.max).page
        return leaf.count > 0 ? try LeafCell.key(leaf, leaf.count - 1) : nil
    }
}
