import PolystoreRecordLayer

/// Changes that come in the order of their keys and all belong into one leaf: its slots are gone through once for all of
/// them, where each for itself is searched for and moves the slots behind it.
extension TreeNode {
    /// A slot as it lies in a page: the offset of its entry, and the beginning of its key.
    private struct Slot {
        var offset: UInt32
        var head: UInt32
    }

    /// Removes keys, and puts as many as the page has room for.
    ///
    /// - Returns: How many changes, from the first one on, are made, and how many entries more there are. Later removals
    ///   may be made as well. Fewer bytes than `leastBytes` may be left, or nothing.
    func change(_ run: TreeRun) -> (made: Int, added: Int) {
        let keys = run.changes
        defer { noteHeads() }
        admit(keys)
        var added = run.hasRemovals ? -remove(keys) : 0
        guard run.putBytes > 0 else { return (keys.count, added) }
        var fitting = (made: keys.count, bytes: run.putBytes)
        if !makeRoom(fitting.bytes) {
            fitting = run.fitting(freeBytes + garbage)
            guard fitting.bytes > 0, makeRoom(fitting.bytes) else { return (0, added) }
        }
        // Moved together, what is left may have more in common.
        admit(keys)
        added += put(UnsafeBufferPointer(rebasing: keys[..<fitting.made]))
        return (fitting.made, added)
    }

    /// Makes sure that keys have the common beginning: what the first and the last of them have in common with the leaf's,
    /// those between them have as well.
    private func admit(_ changes: UnsafeBufferPointer<KeyChange>) {
        let (first, last) = (changes[0].key, changes[changes.count - 1].key)
        if count == 0 {
            prefixCount = KeyOrder.commonPrefix(first, last)
        } else {
            admit(first)
            admit(last)
        }
    }

    /// Removes the keys that get no value; says how many there were.
    private func remove(_ changes: UnsafeBufferPointer<KeyChange>) -> Int {
        var (next, kept) = (0, 0)
        for change in changes where change.value == nil {
            guard let start = change.key.baseAddress else { continue }
            let isThere = passLess(start, change.key.count, page, &next, count) { slot in
                set(slot, at: kept)
                kept += 1
            }
            guard isThere else { continue }
            garbage += TreeNode.length(of: entry(at: next))
            next += 1
        }
        let removed = next - kept
        if removed > 0 { moveSlots(from: page, next..<count, to: kept) }
        count -= removed
        return removed
    }

    /// Sets the values of the keys that get one, for which there is room; says how many keys are new.
    private func put(_ changes: UnsafeBufferPointer<KeyChange>) -> Int {
        let before = count
        withUnsafeTemporaryAllocation(byteCount: TreeNode.slotSize * before, alignment: TreeNode.slotSize) { memory in
            guard let old = memory.baseAddress else { return }
            old.copyMemory(from: page, byteCount: TreeNode.slotSize * before)
            var (next, filled) = (0, 0)
            for change in changes {
                guard let value = change.value, let start = change.key.baseAddress else { continue }
                let isThere = passLess(start, change.key.count, old, &next, before) { slot in
                    set(slot, at: filled)
                    filled += 1
                }
                if isThere {
                    set(TreeNode.slot(at: next, in: old), at: filled)
                    next += 1
                    if value.count <= storedCount(at: filled) {
                        overwriteValue(value, at: filled)
                        filled += 1
                        continue
                    }
                    garbage += TreeNode.length(of: entry(at: filled))
                }
                set(newSlot(change.key, start, value), at: filled)
                filled += 1
            }
            moveSlots(from: old, next..<before, to: filled)
            count = filled + before - next
        }
        return count - before
    }

    @inline(__always)
    private static func slot(at index: Int, in slots: UnsafeRawPointer) -> Slot {
        slots.load(fromByteOffset: slotSize * index, as: Slot.self)
    }

    @inline(__always)
    private func set(_ slot: Slot, at index: Int) {
        page.storeBytes(of: slot, toByteOffset: TreeNode.slotSize * index, as: Slot.self)
    }

    @inline(__always)
    private func moveSlots(from slots: UnsafeRawPointer, _ range: Range<Int>, to index: Int) {
        (page + TreeNode.slotSize * index).copyMemory(
            from: slots + TreeNode.slotSize * range.lowerBound, byteCount: TreeNode.slotSize * range.count)
    }

    @inline(__always)
    private func newSlot(
        _ key: UnsafeRawBufferPointer, _ start: UnsafeRawPointer, _ value: UnsafeRawBufferPointer
    ) -> Slot {
        let head = TreeNode.head(start, key.count, prefixCount)
        return Slot(offset: UInt32(addEntry(key, value) - page), head: head)
    }

    /// Passes the slots whose keys are less than a key, from `next` on; true when the next one's is the key.
    @inline(__always)
    private func passLess(
        _ key: UnsafeRawPointer, _ keyCount: Int, _ slots: UnsafeRawPointer, _ next: inout Int, _ end: Int,
        _ pass: (Slot) -> Void
    ) -> Bool {
        let head = TreeNode.head(key, keyCount, prefixCount)
        while next < end {
            let slot = TreeNode.slot(at: next, in: slots)
            if slot.head > head { return false }
            if slot.head == head {
                let entry = page + Int(slot.offset)
                let length = Int(entry.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
                let order = KeyOrder.compare(entry + TreeNode.entryHeader, length, key, keyCount)
                if order >= 0 { return order == 0 }
            }
            pass(slot)
            next += 1
        }
        return false
    }
}
