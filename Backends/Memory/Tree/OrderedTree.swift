/// A persistent ordered map from bytes to bytes: a B+tree of value semantics that shares structure between copies.
///
/// Copying a tree costs a reference; the copy and the original then share all nodes, and a change copies the nodes on
/// its path only, once. Changing a tree that was not copied happens in place.
struct OrderedTree: Sendable {
    private(set) var root: TreeNode?
    /// The number of entries.
    private(set) var count = 0

    /// Sets the value of a key.
    ///
    /// - Complexity: O(log n); ascending keys fill pages completely.
    mutating func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        edit(key, value, replaces: true)
    }

    /// Sets the value of a key that has none; false when it has one.
    ///
    /// - Complexity: As `put`: the key is looked for once. Nodes on its path may be copied for nothing when it is there.
    mutating func insert(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        let before = count
        edit(key, value, replaces: false)
        return count > before
    }

    private mutating func edit(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, replaces: Bool) {
        if root == nil { root = TreeNode(isLeaf: true) }
        if !isKnownUniquelyReferenced(&root) { root = root?.copied() }
        guard let root else { return }
        let edit = TreeEdit.insert(into: root, key, value, replaces: replaces)
        if edit.isNew { count += 1 }
        guard let right = edit.right else { return }
        let top = TreeNode(isLeaf: false)
        top.insertChild(root, [], at: 0)
        top.insertChild(right, edit.separator, at: 1)
        self.root = top
    }

    /// Removes a key; false when there was none.
    ///
    /// - Complexity: As `put`: the key is looked for once. Nodes on its path may be copied for nothing when it is not there.
    mutating func remove(_ key: UnsafeRawBufferPointer) -> Bool {
        if !isKnownUniquelyReferenced(&root) { root = root?.copied() }
        guard let root, TreeEdit.remove(from: root, key) else { return false }
        count -= 1
        shrinkRoot()
        return true
    }

    private mutating func shrinkRoot() {
        while let node = root {
            if node.count == 0 {
                root = nil
            } else if node.count == 1, let children = node.children {
                root = children[0]
            } else {
                return
            }
        }
    }
}
