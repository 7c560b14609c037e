import CPolystorePrefetch
import PolystoreRecordLayer
import PolystoreStorage

/// A walk through a range of a table, page by page: entries stay where they lie in the map.
// SAFETY: used by one call at a time, which the holder of its transaction ensures; that is also why no access to its
// properties is checked while the program runs.
final class LMDBPageScan: EngineScan, @unchecked Sendable {
    private let pages: LMDBPages
    private let range: KeyRange
    private let isForward: Bool
    /// The branches from the root to above the leaf, each with the place that leads to it.
    @exclusivity(unchecked) private var path: [(page: LMDBPage, place: Int)] = []
    @exclusivity(unchecked) private var leaf: LMDBPage?
    /// The places of the leaf that are still to be visited.
    @exclusivity(unchecked) private var rest = 0..<0
    /// The leaf that was asked for when it was the next but one.
    @exclusivity(unchecked) private var listed: UInt64?
    /// Whether the range ends in this leaf.
    @exclusivity(unchecked) private var isLast = false
    /// Whether entries are only counted, so that nobody looks at them.
    @exclusivity(unchecked) private var isCounting = false

    /// Goes to where a walk begins.
    init(
        _ pages: LMDBPages, _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) {
        self.pages = pages
        self.range = range
        isForward = direction == .forward
        let tree = pages.tree(table)
        guard tree.depth > 0, range.upper.map({ !$0.isEmpty }) ?? true else { return }
        try descend(from: tree.root, levels: Int(tree.depth), isFirst: true)
    }

    var mayBeginTable: Bool { !isForward || (rest.lowerBound == 0 && path.allSatisfy { $0.place == 0 }) }

    func end() {}

    func append(_ limit: Int, to entries: inout [Entry]) throws(StoreError) {
        var wanted = limit
        while wanted > 0, let leaf = try current() {
            let count = min(wanted, rest.count)
            for step in 0..<count {
                let place = isForward ? rest.lowerBound + step : rest.upperBound - 1 - step
                let next = isForward ? place + Self.ahead : place - Self.ahead
                if next >= 0, next < leaf.count { leaf.prefetchEntry(at: next) }
                let node = try pages.node(leaf, place)
                entries.append((node.key, try pages.value(leaf, node)))
            }
            take(count)
            wanted -= count
        }
    }

    func count(_ limit: Int) throws(StoreError) -> Int {
        var found = 0
        isCounting = true
        while found < limit, try current() != nil {
            let count = min(limit - found, rest.count)
            take(count)
            found += count
        }
        return found
    }

    /// How many entries before it is reached an entry is asked for: listing four takes less time than the memory needs.
    private static let ahead = 8

    private func take(_ count: Int) {
        rest = isForward ? rest.lowerBound + count..<rest.upperBound : rest.lowerBound..<rest.upperBound - count
    }

    /// The leaf that the next entry lies in; nil at the end.
    private func current() throws(StoreError) -> LMDBPage? {
        while rest.isEmpty, leaf != nil {
            if isLast { leaf = nil } else { try advance() }
        }
        return leaf
    }

    /// Goes to the next leaf, or behind the last one.
    private func advance() throws(StoreError) {
        leaf = nil
        var levels = 1
        while let (page, place) = path.last {
            let next = isForward ? place + 1 : place - 1
            if next >= 0, next < page.count {
                path[path.count - 1].place = next
                return try descend(from: pages.node(page, next).child, levels: levels, isFirst: false)
            }
            path.removeLast()
            levels += 1
        }
    }

    /// Goes down to a leaf: the one in which the range begins when it is the first, that at the edge otherwise.
    private func descend(from number: UInt64, levels: Int, isFirst: Bool) throws(StoreError) {
        var number = number
        for _ in 1..<max(levels, 1) {
            let page = try pages.page(number, isLeaf: false)
            let place = try isFirst ? beginning(page) : isForward ? 0 : page.count - 1
            path.append((page, place))
            number = try pages.node(page, place).child
        }
        let leaf = try pages.page(number, isLeaf: true)
        self.leaf = leaf
        try clip(leaf, isFirst: isFirst)
        prefetchNext()
    }

    /// The place of a branch below which the range begins.
    private func beginning(_ page: LMDBPage) throws(StoreError) -> Int {
        guard isForward else {
            return try range.upper.map { (upper) throws(StoreError) in try child(page, upper) } ?? page.count - 1
        }
        return range.lower.isEmpty ? 0 : try child(page, range.lower)
    }

    /// Finds out which places of a leaf are in the range, and whether it ends here.
    private func clip(_ leaf: LMDBPage, isFirst: Bool) throws(StoreError) {
        var (low, high) = (0, leaf.count)
        // A leaf behind the first begins inside the range; only at its other edge the range may end.
        if isForward || isFirst, let upper = range.upper, try !isBelow(upper),
            try order(leaf, leaf.count - 1, upper) >= 0
        {
            high = try lowerBound(leaf, upper)
        }
        if !isForward || isFirst, !range.lower.isEmpty, try order(leaf, 0, range.lower) < 0 {
            low = try lowerBound(leaf, range.lower)
        }
        isLast = isForward ? high < leaf.count : low > 0
        rest = low..<max(low, high)
    }

    /// Whether the branch above the leaf says that all of its entries are below a key, so that the leaf is not asked.
    private func isBelow(_ key: [UInt8]) throws(StoreError) -> Bool {
        guard let (page, place) = path.last, place + 1 < page.count else { return false }
        return try order(page, place + 1, key) <= 0
    }

    /// Asks for what comes behind this leaf below the same branch, while it is visited: the lists of entries of the next two
    /// leaves, and where the next one's was asked for before, its first entries.
    ///
    /// A hint: what is damaged there is found when the walk comes to it.
    private func prefetchNext() {
        guard !isLast, let (page, place) = path.last else { return }
        let step = isForward ? 1 : -1
        let next = child(of: page, place + step)
        if let next, next == listed, !isCounting, let leaf = pages.soundPage(next, isLeaf: true) {
            for index in 0..<min(Self.ahead, leaf.count) {
                leaf.prefetchEntry(at: isForward ? index : leaf.count - 1 - index)
            }
        } else if let next {
            polystore_prefetch(pages.address(next), 2)
        }
        listed = child(of: page, place + 2 * step)
        if let listed { polystore_prefetch(pages.address(listed), 2) }
    }

    /// The page below a place of a branch; nil where there is none to be had.
    private func child(of page: LMDBPage, _ place: Int) -> UInt64? {
        guard place >= 0, place < page.count else { return nil }
        return pages.soundNode(page, place)?.child
    }

    private func child(_ page: LMDBPage, _ key: [UInt8]) throws(StoreError) -> Int {
        try key.withUnsafeBufferPointer { (key) throws(StoreError) in
            try pages.child(page, UnsafeRawBufferPointer(key), near: page.count / 2)
        }
    }

    private func lowerBound(_ page: LMDBPage, _ key: [UInt8]) throws(StoreError) -> Int {
        try key.withUnsafeBufferPointer { (key) throws(StoreError) in
            try pages.lowerBound(page, UnsafeRawBufferPointer(key))
        }
    }

    private func order(_ page: LMDBPage, _ place: Int, _ key: [UInt8]) throws(StoreError) -> Int {
        let node = try pages.node(page, place)
        return key.withUnsafeBytes { node.order(to: $0) }
    }
}
