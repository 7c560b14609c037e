/// A persistent ordered map from bytes to bytes: a B+tree of value semantics that shares structure between copies.
///
/// Copying a tree costs a reference; the copy and the original then share all nodes, and a change copies the nodes on
/// its path only, once. Changing a tree that was not copied happens in place.
///
/// Every change takes a finger, which remembers where it was made; a caller that copies the tree drops the finger.
struct OrderedTree: Sendable {
    private(set) var root: TreeNode?
    /// The number of entries.
    private(set) var count = 0

    /// Sets the value of a key.
    ///
    /// - Complexity: O(log n), and less in the leaf under the finger; ascending keys fill pages completely.
    mutating func put(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ finger: inout TreeFinger
    ) {
        let added =
            isUnshared()
            ? finger.withLeaf(for: key) { leaf, index, isEqual in
                isEqual ? leaf.setValue(value, at: index) : leaf.add(key, value, at: index)
            } : nil
        guard let added else { return putFromRoot(key, value, &finger) }
        count += added
    }

    private mutating func putFromRoot(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ finger: inout TreeFinger
    ) {
        finger.drop()
        if root == nil { root = TreeNode(isLeaf: true) }
        if !isKnownUniquelyReferenced(&root) { root = root?.copied() }
        guard let root else { return }
        let edit = TreeEdit.insert(into: root, key, value, &finger)
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
    mutating func remove(_ key: UnsafeRawBufferPointer, _ finger: inout TreeFinger) -> Bool {
        let added =
            isUnshared()
            ? finger.withLeaf(for: key) { leaf, index, isEqual in
                isEqual ? leaf.removeFromFilled(at: index) : 0
            } : nil
        guard let added else { return removeFromRoot(key, &finger) }
        count += added
        return added < 0
    }

    private mutating func removeFromRoot(_ key: UnsafeRawBufferPointer, _ finger: inout TreeFinger) -> Bool {
        finger.drop()
        if !isKnownUniquelyReferenced(&root) { root = root?.copied() }
        guard let root, TreeEdit.remove(from: root, key, &finger) else { return false }
        count -= 1
        shrinkRoot(&finger)
        return true
    }

    /// Whether nodes below the root may be changed in place; a scan that is going on refers to the root as a copy does.
    @inline(__always)
    mutating func isUnshared() -> Bool { isKnownUniquelyReferenced(&root) }

    /// Takes notice of entries that a leaf has got or lost.
    mutating func add(_ entries: Int) { count += entries }

    /// Unites the leaf that a key belongs into with a neighbour, or takes it out when it is empty: it was left with few
    /// entries by changes that did not look at other nodes.
    mutating func tidy(at key: UnsafeRawBufferPointer, _ finger: inout TreeFinger) {
        finger.drop()
        guard let root else { return }
        TreeEdit.tidy(root, at: key, &finger)
        shrinkRoot(&finger)
    }

    private mutating func shrinkRoot(_ finger: inout TreeFinger) {
        while let node = root {
            if node.count == 0 {
                root = nil
            } else if node.count == 1, let children = node.children {
                root = children[0].takeUnretainedValue()
            } else {
                return
            }
            finger.drop()
        }
    }
}
