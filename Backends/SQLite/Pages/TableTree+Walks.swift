import CPolystorePrefetch
import PolystoreStorage

extension TableTree {
    /// Looks up the rows of keys, side by side, and calls a closure with each that is there, in the order of the keys.
    ///
    /// The closure keeps no pointer to a page, and asks for no other one. A key that an index gave must be there.
    @inline(__always)
    func each(
        _ keys: UnsafeBufferPointer<Int64>, mustExist: Bool, _ body: (LeafCell) throws(PageTrouble) -> Void
    ) throws(PageTrouble) {
        guard let key = keys.first else { return }
        // Says how deep the tree is, and is the leaf of the first.
        let first = try leaf(key)
        let searches = UnsafeMutablePointer<RowSearch>.allocate(capacity: Self.width)
        defer { searches.deallocate() }
        searches.initialize(to: RowSearch(first.step, first.page.base))
        var start = 0
        while start < keys.count {
            let count = min(Self.width, keys.count - start)
            let some = UnsafeBufferPointer(rebasing: keys[start..<start + count])
            try find(some, below: first.depth, searches, mustExist: mustExist)
            for index in 0..<count {
                guard let leaf = searches[index].leaf, let place = searches[index].place else { continue }
                try body(try LeafCell(leaf, place))
            }
            start += count
        }
    }

    /// Finds rows: each step is made for all of them before the next, so that they wait for memory together, for their leaves
    /// first, then for the cells where they are likely.
    @inline(__always)
    private func find(
        _ keys: UnsafeBufferPointer<Int64>, below depth: Int, _ searches: UnsafeMutablePointer<RowSearch>,
        mustExist: Bool
    ) throws(PageTrouble) {
        for (index, key) in keys.enumerated() {
            // The first place has a leaf that was met: that of the first key, or one of the keys before.
            let known = searches[max(index - 1, 0)]
            if known.step.holds(key) {
                searches[index] = RowSearch(known.step, known.base)
                continue
            }
            let step = try step(key, depth: depth)
            searches[index] = RowSearch(step, try file.page(step.number))
            polystore_prefetch(searches[index].base, 2)
        }
        for (index, key) in keys.enumerated() { try searches[index].enter(key, usable: file.usable) }
        for (index, key) in keys.enumerated() {
            guard try searches[index].end(key) || !mustExist else {
                throw .damaged(page: searches[index].step.number)
            }
        }
    }

    /// Calls a closure with each leaf, in the order of keys.
    ///
    /// The closure says whether to go on, and keeps no pointer to the page. Between two leaves, `between` may read on
    /// through the same pages.
    ///
    /// - Returns: Whether it went to the end.
    func eachLeaf(
        _ body: (TreePage) throws(PageTrouble) -> Bool, between: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        var progress = Progress(pages: file.pageCount)
        return try eachLeaf(root, depth: 0, &progress, body, between)
    }

    /// How far a walk is: it ends whatever the pages say, because keys go up from leaf to leaf, and no page comes twice.
    struct Progress {
        /// The last key that was met; nil before the first leaf.
        var last: Int64?
        /// The pages that may still be met.
        private var left: Int

        init(pages: UInt32) { left = Int(pages) }

        /// Counts a page.
        mutating func meet(_ page: UInt32) throws(PageTrouble) {
            guard left > 0 else { throw .damaged(page: page) }
            left -= 1
        }

        /// Takes the keys of a leaf.
        mutating func pass(_ keys: (first: Int64, last: Int64), _ page: UInt32) throws(PageTrouble) {
            guard keys.first <= keys.last, last.map({ keys.first > $0 }) ?? true else { throw .damaged(page: page) }
            last = keys.last
        }
    }

    private func eachLeaf(
        _ number: UInt32, depth: Int, _ progress: inout Progress, _ body: (TreePage) throws(PageTrouble) -> Bool,
        _ between: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard depth < Self.depthLimit else { throw .damaged(page: number) }
        try progress.meet(number)
        let isKept = depth == 0 || file.holdsAll
        let found = isKept ? try page(number) : try passing(number)
        if found.isLeaf {
            guard found.count > 0 || depth == 0 else { throw .damaged(page: number) }
            if found.count > 0 {
                let keys = (first: try LeafCell.key(found, 0), last: try LeafCell.key(found, found.count - 1))
                try progress.pass(keys, number)
                guard try body(found) else { return false }
            }
            return try between()
        }
        // Pages may go while others are read: the page is looked at anew for each of those below it.
        let count = found.count
        for place in 0...count {
            let inner = try page(number)
            guard inner.count == count else { throw .damaged(page: number) }
            guard try eachLeaf(try inner.child(place), depth: depth + 1, &progress, body, between) else {
                return false
            }
        }
        return true
    }

    private func passing(_ number: UInt32) throws(PageTrouble) -> TreePage {
        try TreePage(number, try file.passingPage(number), usable: file.usable, isTable: true)
    }
}
