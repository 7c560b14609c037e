extension TreeNode {
    /// The value of inner nodes' entries.
    static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// The bytes that an entry and its slot take.
    @inline(__always)
    static func size(_ keyCount: Int, _ valueCount: Int) -> Int { entryHeader + keyCount + valueCount + slotSize }

    /// The bytes of an entry, without its slot.
    @inline(__always)
    static func length(of entry: UnsafeRawPointer) -> Int {
        entryHeader + Int(entry.loadUnaligned(as: UInt32.self))
            + Int(entry.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    }

    /// A copy that shares the children; without gaps when the node has many.
    func copied() -> TreeNode {
        let copy = TreeNode(isLeaf: isLeaf, capacity: capacity)
        if garbage * 4 > capacity {
            copy.appendEntries(of: self, 0..<count)
            copy.updateHeads()
        } else {
            copy.page.copyMemory(from: page, byteCount: TreeNode.slotSize * count)
            (copy.page + heapStart).copyMemory(from: page + heapStart, byteCount: capacity - heapStart)
            copy.heapStart = heapStart
            copy.garbage = garbage
            copy.count = count
            copy.prefixCount = prefixCount
            copy.guessedHeads = guessedHeads
        }
        if let children { copy.children?.share(children, count) }
        return copy
    }

    /// Adds copies of another node's entries at the end, without their children and without heads.
    func appendEntries(of other: TreeNode, _ range: Range<Int>) {
        for index in range {
            let source = other.entry(at: index)
            let length = TreeNode.length(of: source)
            heapStart -= length
            (page + heapStart).copyMemory(from: source, byteCount: length)
            page.storeBytes(of: UInt32(heapStart), toByteOffset: TreeNode.slotSize * count, as: UInt32.self)
            count += 1
        }
    }

    /// Moves the entries together, into a page of another size if that is asked for.
    func compact(_ range: Range<Int>, capacity: Int) {
        let fresh = TreeNode(isLeaf: true, capacity: capacity)
        fresh.appendEntries(of: self, range)
        swap(&fresh.page, &page)
        swap(&fresh.capacity, &self.capacity)
        heapStart = fresh.heapStart
        count = fresh.count
        garbage = 0
        updateHeads()
    }

    /// Makes room for an entry if the page has it, counting gaps.
    func makeRoom(_ size: Int) -> Bool {
        if freeBytes >= size { return true }
        guard freeBytes + garbage >= size else { return false }
        compact(0..<count, capacity: capacity)
        return true
    }

    /// Writes an entry into free space, without a slot.
    @inline(__always)
    func addEntry(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        heapStart -= TreeNode.entryHeader + key.count + value.count
        let entry = page + heapStart
        entry.storeBytes(of: UInt32(value.count), as: UInt32.self)
        entry.storeBytes(of: UInt32(key.count), toByteOffset: 4, as: UInt32.self)
        if let source = key.baseAddress {
            (entry + TreeNode.entryHeader).copyMemory(from: source, byteCount: key.count)
        }
        if let source = value.baseAddress {
            (entry + TreeNode.entryHeader + key.count).copyMemory(from: source, byteCount: value.count)
        }
        return entry
    }

    /// Puts an entry into free space at a place in the order; the caller adds an inner entry's child.
    func insertEntry(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, at index: Int) {
        // An inner node's first key does not count; behind the first place the key has company.
        let counts = isLeaf || index > 0
        if counts { admit(key) }
        let entry = addEntry(key, value)
        let slot = page + TreeNode.slotSize * index
        (slot + TreeNode.slotSize).copyMemory(from: slot, byteCount: TreeNode.slotSize * (count - index))
        slot.storeBytes(of: UInt32(heapStart), as: UInt32.self)
        let head = counts ? TreeNode.head(entry + TreeNode.entryHeader, key.count, prefixCount) : 0
        slot.storeBytes(of: head, toByteOffset: 4, as: UInt32.self)
        count += 1
        noteHeads()
    }

    /// Removes an entry, in an inner node without its child.
    func removeEntry(at index: Int) {
        garbage += TreeNode.length(of: entry(at: index))
        let slot = page + TreeNode.slotSize * index
        slot.copyMemory(from: slot + TreeNode.slotSize, byteCount: TreeNode.slotSize * (count - index - 1))
        count -= 1
    }

    /// Replaces a value by one that is not longer.
    func overwriteValue(_ value: UnsafeRawBufferPointer, at index: Int) {
        let entry = entry(at: index)
        let old = Int(entry.loadUnaligned(as: UInt32.self))
        let keyCount = Int(entry.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        entry.storeBytes(of: UInt32(value.count), as: UInt32.self)
        if let source = value.baseAddress {
            (entry + TreeNode.entryHeader + keyCount).copyMemory(from: source, byteCount: value.count)
        }
        garbage += old - value.count
    }

    /// Moves the entries from an index on, with their children, to a new node.
    func splitOff(from index: Int) -> TreeNode {
        let right = TreeNode(isLeaf: isLeaf, capacity: max(TreeNode.pageSize, capacity))
        let oldCount = count
        right.appendEntries(of: self, index..<oldCount)
        if let children {
            right.children?.append(children, index..<oldCount, to: 0)
            children.regroup(index)
        }
        right.updateHeads()
        compact(0..<index, capacity: capacity)
        return right
    }

    /// The entry at which the node falls into two parts of about the same size.
    func middleBySize() -> Int {
        let half = liveBytes / 2
        var sum = 0
        for index in 0..<count {
            sum += TreeNode.length(of: entry(at: index)) + TreeNode.slotSize
            if sum > half { return max(1, min(index, count - 1)) }
        }
        return max(1, count / 2)
    }
}
