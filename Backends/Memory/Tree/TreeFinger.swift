import PolystoreModel
import PolystoreRecordLayer

/// Where a tree was changed last: a leaf, and the key that all of its keys are less than.
///
/// A save changes entries in the order of their keys, so most changes belong into the leaf of the one before; with a finger
/// on it they are made without a search from the root.
///
/// INVARIANT: from the change that sets a finger on, the tree is not copied without dropping the finger. All nodes from
/// the root to the leaf are therefore the tree's own and still there: whatever merges, splits or removes nodes drops
/// it. A finger that a look-up sets (`OrderedTree.value(for:_:)`) is for looking up only: its leaf may be shared with
/// copies.
struct TreeFinger {
    // Unmanaged: the tree holds its nodes, and counting references would take as long as the search that is left out.
    private var leaf: Unmanaged<TreeNode>?
    private var upperNode: Unmanaged<TreeNode>?
    private var upperIndex = 0

    /// A finger on nothing.
    init() {}

    /// Takes the finger off.
    mutating func drop() { (leaf, upperNode, upperIndex) = (nil, nil, 0) }

    /// Follows a search from an inner node to one of its children: the key behind the child is the nearest one until now
    /// that everything below is less than.
    @inline(__always)
    mutating func descend(from node: TreeNode, to index: Int) {
        guard index + 1 < node.count else { return }
        upperNode = .passUnretained(node)
        upperIndex = index + 1
    }

    /// Ends a search in a leaf.
    @inline(__always)
    mutating func rest(on node: TreeNode) { leaf = .passUnretained(node) }

    /// Calls a body with the leaf under the finger and the place that a key has or would have in it, if it belongs there.
    @inline(__always)
    func withLeaf<Result>(for key: UnsafeRawBufferPointer, _ body: (TreeNode, Int, Bool) -> Result?) -> Result? {
        leaf?.withObject { leaf in
            let (index, isEqual) = leaf.lowerBound(key)
            // Between two keys of the leaf a key is within its bounds; before the first it may belong elsewhere.
            guard isEqual || index > 0 && (index < leaf.count || isLessThanUpper(key)) else { return nil }
            return body(leaf, index, isEqual)
        }
    }

    /// Calls a body with the leaf under the finger and the changes that belong into it, from a place on; nil when the first
    /// one does not, or there are few.
    @inline(__always)
    func withRun<Result>(
        _ changes: UnsafeBufferPointer<KeyChange>, from start: Int, _ body: (TreeNode, TreeRun) -> Result
    ) -> Result? {
        withLeaf(for: changes[start].key) { leaf, _, _ in
            let run =
                if let upperNode {
                    upperNode.withObject {
                        TreeRun(changes, from: start, below: $0.key(at: upperIndex))
                    }
                } else {
                    TreeRun(changes, from: start, below: nil)
                }
            return run.changes.count < TreeRun.few ? nil : body(leaf, run)
        }
    }

    /// The value of a key in the leaf under the finger, where it lies; nil when the key is not there, which says nothing of
    /// other leaves.
    @inline(__always)
    func value(for key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        leaf?.withObject { leaf in leaf.place(of: key).map { leaf.value(at: $0) } }
    }

    private func isLessThanUpper(_ key: UnsafeRawBufferPointer) -> Bool {
        guard let upperNode else { return true }
        return upperNode.withObject { KeyOrder.compare(key, $0.key(at: upperIndex)) < 0 }
    }
}
