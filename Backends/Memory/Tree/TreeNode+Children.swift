extension TreeNode {
    /// Adds an entry with its child, if it is an inner one, into space that is there.
    func insert(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ child: TreeNode?, at index: Int) {
        let oldCount = count
        insertEntry(key, value, at: index)
        if let child { children?.insert(child, at: index, oldCount) }
    }

    /// Adds a child under a key.
    func insertChild(_ child: TreeNode, _ key: [UInt8], at index: Int) {
        key.withUnsafeBytes { insert($0, TreeNode.nothing, child, at: index) }
    }

    /// Removes a child and its entry.
    func removeChild(at index: Int) {
        children?.remove(at: index, count)
        removeEntry(at: index)
    }

    /// Adds everything of the next node; its first entry gets the key that separates both, because as a first entry its
    /// own key counted for nothing.
    func appendAll(of next: TreeNode, separator: UnsafeRawBufferPointer) {
        // The separator lies in the parent's page, which does not change meanwhile.
        let size = max(TreeNode.pageSize, liveBytes + next.liveBytes + separator.count)
        compact(0..<count, capacity: size)
        guard let children, let others = next.children else {
            appendEntries(of: next, 0..<next.count)
            updateHeads()
            return
        }
        let oldCount = count
        insertEntry(separator, TreeNode.nothing, at: count)
        appendEntries(of: next, 1..<next.count)
        updateHeads()
        children.append(others, 0..<next.count, to: oldCount)
    }
}
