extension TreeNode {
    /// The first entry whose key counts: an inner node's first child stands for everything below the second.
    @inline(__always) var firstKey: Int { children == nil ? 0 : 1 }

    /// The first entry whose key is not less than a key, and whether it is equal; in an inner node never the first.
    @inline(__always)
    func lowerBound(_ key: UnsafeRawBufferPointer) -> (index: Int, isEqual: Bool) {
        let first = firstKey
        guard first < count, let wanted = key.baseAddress else { return (first, false) }
        if prefixCount > 0 {
            let order = KeyOrder.compare(
                entry(at: first) + TreeNode.entryHeader, prefixCount, wanted, min(prefixCount, key.count))
            if order != 0 { return (order < 0 ? count : first, false) }
        }
        return search(wanted, key)
    }

    /// The place of a key in a leaf; nil when it is not there.
    ///
    /// Whether the key begins as all others do need not be asked: the entry says so that is found, and nothing is found where
    /// it does not. That is a line of memory less to wait for.
    @inline(__always)
    func place(of key: UnsafeRawBufferPointer) -> Int? {
        guard count > 0, let wanted = key.baseAddress else { return nil }
        let (index, isEqual) = search(wanted, key)
        return isEqual ? index : nil
    }

    /// Searches for a key by what is behind the common beginning.
    @inline(__always)
    private func search(_ wanted: UnsafeRawPointer, _ key: UnsafeRawBufferPointer) -> (index: Int, isEqual: Bool) {
        var (low, high) = (firstKey, count)
        let head = TreeNode.head(wanted, key.count, prefixCount)
        narrow(&low, &high, head)
        while low < high {
            let middle = (low + high) / 2
            let found = slotHead(at: middle)
            if found != head {
                if found < head { low = middle + 1 } else { high = middle }
                continue
            }
            let entry = entry(at: middle)
            let length = Int(entry.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            let order = KeyOrder.compare(entry + TreeNode.entryHeader, length, wanted, key.count)
            if order == 0 { return (middle, true) }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    /// So many slots are worth a guess: they lie in several lines of memory, of which a guess leaves most alone.
    private static let worthGuessing = 24
    /// How far from a guess a search looks around.
    static let guessReach = 3

    /// Where a head would be if keys lay evenly; nil where a guess is of no use.
    ///
    /// Those of rows that were made one after the other mostly do.
    @inline(__always)
    func guess(_ head: UInt32) -> Int? {
        let ((first, last), firstKey, count) = (guessedHeads, firstKey, count)
        guard count - firstKey >= TreeNode.worthGuessing, first < last, first <= head, head <= last else { return nil }
        return firstKey + Int(UInt64(head - first) * UInt64(count - 1 - firstKey) / UInt64(last - first))
    }

    /// Begins a search where a guess says.
    ///
    /// INVARIANT: heads before `low` are smaller, those from `high` on are greater.
    @inline(__always)
    private func narrow(_ low: inout Int, _ high: inout Int, _ head: UInt32) {
        guard let guess = guess(head) else { return }
        halve(&low, &high, at: guess - TreeNode.guessReach, head)
        halve(&low, &high, at: guess + TreeNode.guessReach, head)
    }

    /// Notes the heads that a guess begins with.
    @inline(__always)
    func noteHeads() {
        guard count > firstKey else { return }
        guessedHeads = (slotHead(at: firstKey), slotHead(at: count - 1))
    }

    /// Looks at a slot, if it is among those that are left: what lies on its other side than the head is passed over.
    @inline(__always)
    private func halve(_ low: inout Int, _ high: inout Int, at index: Int, _ head: UInt32) {
        guard low <= index, index < high else { return }
        let found = slotHead(at: index)
        if found < head { low = index + 1 } else if found > head { high = index }
    }

    @inline(__always)
    private func slotHead(at index: Int) -> UInt32 { TreeNode.slotHead(at: index, in: page) }

    /// The head of a slot of a page.
    @inline(__always)
    static func slotHead(at index: Int, in page: UnsafeRawPointer) -> UInt32 {
        page.load(fromByteOffset: slotSize * index + 4, as: UInt32.self)
    }

    /// Four bytes of a key behind a prefix, as a number in their order; a shorter key counts as filled with zeros.
    @inline(__always)
    static func head(_ key: UnsafeRawPointer, _ count: Int, _ prefixCount: Int) -> UInt32 {
        if count >= prefixCount + 4 {
            return UInt32(bigEndian: key.loadUnaligned(fromByteOffset: prefixCount, as: UInt32.self))
        }
        var head: UInt32 = 0
        for index in 0..<4 {
            let offset = prefixCount + index
            head = head << 8 | (offset < count ? UInt32(key.load(fromByteOffset: offset, as: UInt8.self)) : 0)
        }
        return head
    }

    /// Finds what the keys have in common and fills the slots' heads.
    func updateHeads() {
        let first = firstKey
        guard first < count else {
            prefixCount = 0
            return
        }
        setPrefix(first + 1 == count ? key(at: first).count : KeyOrder.commonPrefix(key(at: first), key(at: count - 1)))
    }

    /// Makes sure that a key that comes in has the common beginning.
    func admit(_ key: UnsafeRawBufferPointer) {
        let first = firstKey
        guard first < count else {
            prefixCount = key.count
            return
        }
        let known = UnsafeRawBufferPointer(start: entry(at: first) + TreeNode.entryHeader, count: prefixCount)
        let common = KeyOrder.commonPrefix(known, key)
        if common < prefixCount { setPrefix(common) }
    }

    private func setPrefix(_ newCount: Int) {
        prefixCount = newCount
        for index in firstKey..<count {
            let key = key(at: index)
            guard let start = key.baseAddress else { continue }
            page.storeBytes(
                of: TreeNode.head(start, key.count, newCount), toByteOffset: TreeNode.slotSize * index + 4,
                as: UInt32.self)
        }
        noteHeads()
    }
}
