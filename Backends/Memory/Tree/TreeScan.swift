import PolystoreModel
import PolystoreStorage

/// A walk over the entries of a tree between two bounds, compared with keys at the edges only.
struct TreeScan {
    let lower: [UInt8]
    let upper: [UInt8]?

    /// The first entry of a leaf, or the first child, that the range can touch.
    private func start(_ node: TreeNode) -> Int {
        if lower.isEmpty { return 0 }
        return lower.withUnsafeBytes { node.isLeaf ? node.lowerBound($0).index : node.childIndex($0) }
    }

    /// The first entry of a leaf, or the first child, behind the range.
    private func end(_ node: TreeNode) -> Int {
        guard let upper, node.count > 0 else { return node.count }
        return upper.withUnsafeBytes { node.lowerBound($0).index }
    }

    /// Which bounds may lie inside a node: only a node at an edge of the range is searched for them.
    struct Edges {
        var below = true
        var above = true

        /// The edges of the child at an index among those from `first` up to `end`.
        @inline(__always)
        func ofChild(_ index: Int, _ first: Int, _ end: Int) -> Edges {
            Edges(below: below && index == first, above: above && index == end - 1)
        }
    }

    /// Receives a leaf and which of its entries are in the range; false ends the walk.
    typealias LeafVisitor = (_ leaf: TreeNode, _ entries: Range<Int>) throws(StoreError) -> Bool

    /// Visits leaves ascending; false when the visitor or the upper bound ended the walk.
    func forward(_ node: TreeNode, _ edges: Edges, _ visit: LeafVisitor) throws(StoreError) -> Bool {
        let first = edges.below ? start(node) : 0
        var index = first
        let end = edges.above ? end(node) : node.count
        guard let children = node.children else {
            if first < end, try !visit(node, first..<end) { return false }
            return end == node.count
        }
        while index < end {
            let child = children[index].takeUnretainedValue()
            if try !forward(child, edges.ofChild(index, first, end), visit) { return false }
            index += 1
        }
        return end == node.count
    }

    /// Visits leaves descending; false when the visitor or the lower bound ended the walk.
    func backward(_ node: TreeNode, _ edges: Edges, _ visit: LeafVisitor) throws(StoreError) -> Bool {
        let end = edges.above ? end(node) : node.count
        var index = end
        let start = edges.below ? start(node) : 0
        guard let children = node.children else {
            if start < end, try !visit(node, start..<end) { return false }
            return start == 0
        }
        while index > start {
            index -= 1
            let child = children[index].takeUnretainedValue()
            if try !backward(child, edges.ofChild(index, start, end), visit) { return false }
        }
        return start == 0
    }

    /// The number of entries, counted page by page until the limit is reached.
    func count(_ node: TreeNode, _ edges: Edges, limit: Int) -> Int {
        let first = edges.below ? start(node) : 0
        let end = edges.above ? end(node) : node.count
        guard let children = node.children else { return max(0, end - first) }
        var sum = 0
        var index = first
        while index < end, sum < limit {
            sum += children[index].withObject {
                count($0, edges.ofChild(index, first, end), limit: limit - sum)
            }
            index += 1
        }
        return sum
    }
}
