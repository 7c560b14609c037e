import CPolystorePrefetch
import PolystoreModel

/// Asking for memory before a walk comes to it.
extension TreeNode {
    /// How many entries before it is reached a walk asks for an entry.
    static let ahead = 4

    /// Asks for an entry, of which most lie in three lines of memory, if there is one at that place.
    @inline(__always)
    func prefetchEntry(at index: Int) { TreeNode.prefetchEntry(at: index, in: page, count) }

    /// The same of an entry of a page with so many.
    @inline(__always)
    static func prefetchEntry(at index: Int, in page: UnsafeRawPointer, _ count: Int) {
        // One comparison for both ends: what is before the first is a very large number.
        if UInt(bitPattern: index) < UInt(bitPattern: count) { polystore_prefetch(entry(at: index, in: page), 3) }
    }

    /// Asks for the memory where an entry of a leaf lies if all are as long and came in the order of their keys.
    @inline(__always)
    func prefetchLikelyEntry(at index: Int) {
        let offset = heapStart + (capacity - heapStart) * (count - 1 - index) / count
        // Lengths differ a little, so the entry may begin before that or behind it.
        polystore_prefetch(page + offset - 32, 2)
    }

    /// Asks for what a node says about its page, which fits into two lines.
    @inline(__always)
    static func prefetchNode(_ node: Unmanaged<TreeNode>) {
        polystore_prefetch(node.toOpaque(), 2)
    }

    /// Asks for the slots of a leaf, if it is one.
    @inline(__always)
    static func prefetchSlots(_ node: Unmanaged<TreeNode>) {
        node.withObject { node in
            guard node.isLeaf else { return }
            polystore_prefetch(node.page, (node.count * slotSize + 63) / 64)
        }
    }

    /// Asks for the entries that a walk through a leaf begins with, if it is one.
    @inline(__always)
    static func prefetchEntries(_ node: Unmanaged<TreeNode>, fromEnd: Bool) {
        node.withObject { node in
            guard node.isLeaf else { return }
            for place in 0..<ahead { node.prefetchEntry(at: fromEnd ? node.count - 1 - place : place) }
        }
    }
}
