import PolystoreRecordLayer
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

    /// Visits ascending; false when the visitor or the upper bound ended the walk.
    ///
    /// `bounded` says that the lower bound may lie inside the node.
    func forward(_ node: TreeNode, bounded: Bool, _ visit: OrderedReading.Visitor) throws(StoreError) -> Bool {
        var index = bounded ? start(node) : 0
        let end = end(node)
        guard let children = node.children else {
            while index < end {
                if try !visit(node.key(at: index), node.value(at: index)) { return false }
                index += 1
            }
            return end == node.count
        }
        var isFirst = bounded
        while index < end {
            if try !forward(children[index], bounded: isFirst, visit) { return false }
            isFirst = false
            index += 1
        }
        return end == node.count
    }

    /// Visits descending; false when the visitor or the lower bound ended the walk.
    ///
    /// `bounded` says that the upper bound may lie inside the node.
    func backward(_ node: TreeNode, bounded: Bool, _ visit: OrderedReading.Visitor) throws(StoreError) -> Bool {
        var index = bounded ? end(node) : node.count
        let start = start(node)
        guard let children = node.children else {
            while index > start {
                index -= 1
                if try !visit(node.key(at: index), node.value(at: index)) { return false }
            }
            return start == 0
        }
        var isLast = bounded
        while index > start {
            index -= 1
            if try !backward(children[index], bounded: isLast, visit) { return false }
            isLast = false
        }
        return start == 0
    }

    /// The number of entries, counted page by page until the limit is reached.
    func count(_ node: TreeNode, bounded: Bool, limit: Int) -> Int {
        let first = bounded ? start(node) : 0
        let end = end(node)
        guard let children = node.children else { return max(0, end - first) }
        var sum = 0
        var index = first
        while index < end, sum < limit {
            sum += count(children[index], bounded: bounded && index == first, limit: limit - sum)
            index += 1
        }
        return sum
    }
}
