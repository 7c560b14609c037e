/// Changes of a leaf that need no other node; each says how many entries more there are, or nil when it needs others, and
/// then nothing is changed.
extension TreeNode {
    /// Replaces the value at an index; the new one must not be longer.
    func setValue(_ value: UnsafeRawBufferPointer, at index: Int) -> Int? {
        guard value.count <= storedCount(at: index) else { return nil }
        overwriteValue(value, at: index)
        return 0
    }

    /// Adds an entry; the page must have room.
    func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, at index: Int) -> Int? {
        guard makeRoom(TreeNode.size(key.count, value.count)) else { return nil }
        insertEntry(key, value, at: index)
        return 1
    }

    /// Removes an entry; what is left must be too much to be united with a neighbour.
    func removeFromFilled(at index: Int) -> Int? {
        guard liveBytes - TreeNode.length(of: entry(at: index)) - TreeNode.slotSize >= TreeNode.leastBytes else {
            return nil
        }
        removeEntry(at: index)
        return -1
    }
}
