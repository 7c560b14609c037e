import PolystoreModel

/// The changes of a tree, below a root that only the tree refers to.
enum TreeEdit {
    /// The effect of an insertion on a node.
    struct Insertion {
        /// Whether the key was not there before.
        var isNew: Bool
        /// The new node to the right, when the node fell into two.
        var right: TreeNode?
        /// A key that is greater than all keys of the node, and not greater than any of the new node.
        var separator: [UInt8] = []
    }

    /// Sets the value of a key below a node that has no other reference to it.
    ///
    /// The finger follows to the leaf, and is dropped where a node falls into two.
    static func insert(
        into node: TreeNode, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ finger: inout TreeFinger
    ) -> Insertion {
        guard let children = node.children else {
            finger.rest(on: node)
            let (index, isEqual) = node.lowerBound(key)
            if isEqual {
                if node.setValue(value, at: index) != nil { return Insertion(isNew: false) }
                node.removeEntry(at: index)
            }
            var insertion = Insertion(isNew: !isEqual)
            place(key, value, nil, at: index, in: node, &insertion)
            if insertion.right != nil { finger.drop() }
            return insertion
        }
        let index = node.childIndex(key)
        let child = children.ownedChild(at: index)
        finger.descend(from: node, to: index)
        var insertion = child.withObject {
            insert(into: $0, key, value, &finger)
        }
        guard let right = insertion.right else { return insertion }
        let separator = insertion.separator
        insertion.right = nil
        separator.withUnsafeBytes {
            place($0, TreeNode.nothing, right, at: index + 1, in: node, &insertion)
        }
        return insertion
    }

    /// Puts an entry into a node; when it does not fit, the node falls into two.
    private static func place(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ child: TreeNode?, at index: Int,
        in node: TreeNode, _ insertion: inout Insertion
    ) {
        let size = TreeNode.size(key.count, value.count)
        if child == nil || node.count < TreeNode.maximumChildren, node.makeRoom(size) {
            node.insert(key, value, child, at: index)
            return
        }
        if node.count == 0 {
            // What was replaced stood alone here. A node to the right would have the separator that this one has.
            node.compact(0..<0, capacity: max(TreeNode.pageSize, size))
            node.insert(key, value, child, at: index)
            return
        }
        let right: TreeNode
        if index == node.count {
            // Behind the last entry: the node stays full, so ascending runs leave full pages behind.
            right = TreeNode(isLeaf: node.isLeaf, capacity: max(TreeNode.pageSize, size))
            right.insert(key, value, child, at: 0)
        } else {
            let middle = node.count == 1 ? 0 : node.middleBySize()
            right = node.splitOff(from: middle)
            let target = index <= middle ? node : right
            if !target.makeRoom(size) {
                target.compact(0..<target.count, capacity: max(TreeNode.pageSize, target.liveBytes + size))
            }
            target.insert(key, value, child, at: index <= middle ? index : index - middle)
        }
        insertion.right = right
        insertion.separator = separator(between: node, and: right)
    }

    private static func separator(between left: TreeNode, and right: TreeNode) -> [UInt8] {
        let first = right.key(at: 0)
        guard left.isLeaf, left.count > 0 else { return Array(first) }
        // The shortest bytes that tell both apart keep inner nodes small.
        let common = KeyOrder.commonPrefix(left.key(at: left.count - 1), first)
        return Array(first.prefix(common + 1))
    }

    /// Removes a key below a node that has no other reference to it; false when it is not there.
    ///
    /// The finger follows to the leaf, and is dropped where nodes go or unite.
    static func remove(from node: TreeNode, _ key: UnsafeRawBufferPointer, _ finger: inout TreeFinger) -> Bool {
        guard let children = node.children else {
            finger.rest(on: node)
            let (index, isEqual) = node.lowerBound(key)
            guard isEqual else { return false }
            node.removeEntry(at: index)
            return true
        }
        let index = node.childIndex(key)
        let child = children.ownedChild(at: index)
        finger.descend(from: node, to: index)
        guard child.withObject({ remove(from: $0, key, &finger) }) else { return false }
        tidyChild(node, children, at: index, &finger)
        return true
    }

    /// Merges the leaf that a key belongs into with a neighbour, or takes it out when it is empty, and so on upwards;
    /// the nodes of the path have no other references to them.
    ///
    /// The finger follows to the leaf, and is dropped where nodes go or unite.
    static func tidy(_ node: TreeNode, at key: UnsafeRawBufferPointer, _ finger: inout TreeFinger) {
        guard let children = node.children else { return finger.rest(on: node) }
        let index = node.childIndex(key)
        finger.descend(from: node, to: index)
        children[index].withObject { tidy($0, at: key, &finger) }
        tidyChild(node, children, at: index, &finger)
    }

    private static func tidyChild(
        _ node: TreeNode, _ children: TreeChildren, at index: Int, _ finger: inout TreeFinger
    ) {
        let (count, liveBytes) = children[index].withObject { ($0.count, $0.liveBytes) }
        if count == 0 {
            finger.drop()
            node.removeChild(at: index)
        } else if liveBytes < TreeNode.leastBytes, node.count > 1 {
            merge(node, children, at: index > 0 ? index - 1 : 0, &finger)
        }
    }

    /// Unites a child with the next one, if the page then has room left.
    private static func merge(
        _ node: TreeNode, _ children: TreeChildren, at index: Int, _ finger: inout TreeFinger
    ) {
        let next = children[index + 1].takeUnretainedValue()
        let separator = node.key(at: index + 1)
        // Not held here: a node with a second reference to it would be copied.
        let (bytes, count) = children[index].withObject { ($0.liveBytes, $0.count) }
        guard bytes + next.liveBytes + separator.count <= TreeNode.pageSize * 3 / 4,
            next.isLeaf || count + next.count <= TreeNode.maximumChildren * 3 / 4
        else { return }
        finger.drop()
        children.ownedChild(at: index).withObject { $0.appendAll(of: next, separator: separator) }
        node.removeChild(at: index + 1)
    }
}
