import CPolystorePrefetch
import PolystoreRecordLayer
import PolystoreStorage

extension LMDBPages {
    /// Looks up keys of the same length that lie one behind the other, and puts each value into the place of its key.
    ///
    /// - Complexity: As many steps as the tree is deep, for 64 keys at a time; the pages of a step come from memory
    ///   together.
    func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        guard !values.isEmpty else { return }
        let tree = tree(table)
        guard tree.depth > 0 else { return values.update(repeating: nil) }
        let length = keys.count / values.count
        var first = 0
        while first < values.count {
            let last = min(first + LMDBPages.width, values.count)
            try find(
                tree, UnsafeRawBufferPointer(rebasing: keys[first * length..<last * length]), length,
                UnsafeMutableBufferPointer(rebasing: values[first..<last]))
            first = last
        }
    }

    /// The value of a key; nil when there is none.
    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        let tree = tree(table)
        guard tree.depth > 0 else { return nil }
        var search = LMDBSearch(page: tree.root)
        for _ in 1..<max(tree.depth, 1) { try descend(&search, key) }
        prefetchLikelyEntry(search, key)
        let leaf = try page(search.page, isLeaf: true)
        return try value(leaf, key, near: guess(search, leaf, key))
    }

    /// Asks for a leaf's entry before the leaf says where it is, so that both come from memory together.
    ///
    /// Entries of keys that follow each other, made in their order, fill a page from its end in equal parts.
    @inline(__always)
    private func prefetchLikelyEntry(_ search: LMDBSearch, _ key: UnsafeRawBufferPointer) {
        guard let tail = tail(of: key), tail >= search.lowest, tail < search.end else { return }
        let count = search.end - search.lowest
        guard count <= LMDBPages.likelyEntries else { return }
        let behind = search.end - tail - 1
        polystore_prefetch(address(search.page) + Int(behind * UInt64(size) / count), LMDBPages.likelyLines)
    }

    /// The number that the last eight bytes of a key are; nil for a shorter key.
    @inline(__always)
    private func tail(of key: UnsafeRawBufferPointer) -> UInt64? {
        guard key.count >= 8 else { return nil }
        return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
    }

    /// More keys than these are not thought to be in one leaf without gaps.
    private static var likelyEntries: UInt64 { 64 }
    /// The lines of memory that an entry lies in, and one more: it is not exactly where it is thought to be.
    private static var likelyLines: Int { 4 }

    private func find(
        _ tree: LMDBMeta.Tree, _ keys: UnsafeRawBufferPointer, _ length: Int,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        let count = values.count
        for index in 0..<count { searches[index] = LMDBSearch(page: tree.root) }
        for _ in 1..<max(tree.depth, 1) {
            for index in 0..<count {
                try descend(&searches[index], key(index, of: keys, length))
                polystore_prefetch(address(searches[index].page), 2)
            }
        }
        for index in 0..<count {
            let leaf = try page(searches[index].page, isLeaf: true)
            let guess = guess(searches[index], leaf, key(index, of: keys, length))
            searches[index].guess = guess
            leaf.prefetchEntry(at: guess)
        }
        for index in 0..<count {
            let leaf = try page(searches[index].page, isLeaf: true)
            values[index] = try value(leaf, key(index, of: keys, length), near: searches[index].guess)
        }
    }

    @inline(__always)
    private func key(_ index: Int, of keys: UnsafeRawBufferPointer, _ length: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: keys[index * length..<(index + 1) * length])
    }

    /// Takes a search from a branch to the page below.
    @inline(__always)
    private func descend(_ search: inout LMDBSearch, _ key: UnsafeRawBufferPointer) throws(StoreError) {
        let page = try page(search.page, isLeaf: false)
        let place = try child(page, key, near: branchGuess(search, page, key))
        let node = try node(page, place)
        if place > 0, let tail = node.tail(likeKeyOf: key.count) { search.lowest = tail }
        if place + 1 < page.count, let tail = try self.node(page, place + 1).tail(likeKeyOf: key.count) {
            search.end = tail
        }
        search.page = node.child
    }

    /// Where a key is thought to be in a branch: between the numbers that are known from above, or, in the root, between the
    /// first and the last of its own.
    @inline(__always)
    private func branchGuess(_ search: LMDBSearch, _ page: LMDBPage, _ key: UnsafeRawBufferPointer) -> Int {
        guard let tail = tail(of: key) else { return page.count / 2 }
        var known = search
        if known.end == .max, page.count > 2,
            let first = soundNode(page, 1)?.tail(likeKeyOf: key.count),
            let last = soundNode(page, page.count - 1)?.tail(likeKeyOf: key.count), first < last
        {
            // Below the first there are as many as between it and the next, or so.
            (known.lowest, known.end) = (first, last)
            return tail < first ? 0 : tail >= last ? page.count - 1 : 1 + known.guess(tail, among: page.count - 2)
        }
        return known.guess(tail, among: page.count)
    }

    @inline(__always)
    private func guess(_ search: LMDBSearch, _ leaf: LMDBPage, _ key: UnsafeRawBufferPointer) -> Int {
        guard let tail = tail(of: key) else { return leaf.count / 2 }
        return search.guess(tail, among: leaf.count)
    }

    @inline(__always)
    private func value(
        _ leaf: LMDBPage, _ key: UnsafeRawBufferPointer, near guess: Int
    ) throws(StoreError) -> UnsafeRawBufferPointer? {
        guard let place = try place(leaf, key, near: guess) else { return nil }
        return try value(leaf, node(leaf, place))
    }
}
