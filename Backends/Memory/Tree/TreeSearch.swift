import PolystoreModel

/// The search for one key, as one of several that go on in step.
///
/// Each step is a loop over all of them whose branches nearly always go the same way, so that the processor fetches for
/// many at a time. Slots' heads decide, nearly always; where they do not, a node is searched as for one key alone.
struct TreeSearch {
    /// How many searches go on in step.
    static let most = 32

    private let key: UnsafeRawBufferPointer
    private var node: Unmanaged<TreeNode>
    private var isLeaf = false
    /// The slots of the node.
    private var page: UnsafeMutableRawPointer
    /// The head that is searched for.
    private var head: UInt32 = 0
    /// The slot that the search has come to, and how many from there on are left.
    private var low = 0
    private var left = 0
    /// How many slots the node has.
    private var count = 0

    @inline(__always)
    init(_ key: UnsafeRawBufferPointer, below root: TreeNode) {
        self.key = key
        node = Unmanaged.passUnretained(root)
        page = root.page
    }

    /// Runs searches down to the leaves.
    static func run(_ searches: UnsafeMutableBufferPointer<TreeSearch>) {
        while true {
            var (most, areLeaves) = (0, true)
            for index in searches.indices { searches[index].enter() }
            for index in searches.indices {
                searches[index].confirm()
                most = max(most, searches[index].left)
                areLeaves = areLeaves && searches[index].isLeaf
            }
            while most > 1 {
                for index in searches.indices { searches[index].halve() }
                most -= most / 2
            }
            if areLeaves { break }
            for index in searches.indices { searches[index].descend() }
        }
    }

    /// Goes to the slots around a guess, or to all.
    @inline(__always)
    private mutating func enter() {
        let guess: Int? = node.withObject { node in
            isLeaf = node.isLeaf
            page = node.page
            count = node.count
            guard let start = key.baseAddress else { return nil }
            head = TreeNode.head(start, key.count, node.prefixCount)
            return node.guess(head)
        }
        guard let guess else {
            (low, left) = (0, count)
            return
        }
        low = max(0, guess - TreeNode.guessReach)
        left = min(count - low, 2 * TreeNode.guessReach + 1)
    }

    /// Goes to all slots where the head lies beyond those around a guess.
    @inline(__always)
    private mutating func confirm() {
        guard left < count else { return }
        let isBehind = low == 0 || slotHead(at: low) <= head
        let isBefore = low + left == count || slotHead(at: low + left) > head
        if !isBehind || !isBefore { (low, left) = (0, count) }
    }

    @inline(__always)
    private func slotHead(at index: Int) -> UInt32 { TreeNode.slotHead(at: index, in: page) }

    /// Passes over one half of what is left: the search ends at the last slot whose head is not greater, or at the first.
    @inline(__always)
    private mutating func halve() {
        let half = left / 2
        low = slotHead(at: low + half) <= head ? low + half : low
        left -= half
    }

    @inline(__always)
    private mutating func descend() {
        // The first head of an inner node means nothing: everything left of the second key is below it.
        let isAmbiguous = low > 0 && slotHead(at: low) == head
        node = node.withObject { node in
            guard let children = node.children else { return self.node }
            let index = isAmbiguous || !node.hasPrefix(of: key) ? node.childIndex(key) : low
            return children[index]
        }
    }

    /// The result, once the search has run.
    var value: UnsafeRawBufferPointer? {
        guard left > 0, let wanted = key.baseAddress else { return nil }
        guard slotHead(at: low) == head else { return nil }
        let entry = TreeNode.keyAndValue(at: low, in: page)
        if let start = entry.key.baseAddress, KeyOrder.compare(start, entry.key.count, wanted, key.count) == 0 {
            return entry.value
        }
        // Several keys have this head.
        return node.withObject { node in
            let (index, isEqual) = node.lowerBound(key)
            return isEqual ? node.value(at: index) : nil
        }
    }
}

extension TreeNode {
    /// Whether a key begins as all keys of an inner node do.
    @inline(__always)
    fileprivate func hasPrefix(of key: UnsafeRawBufferPointer) -> Bool {
        guard prefixCount > 0, count > firstKey, let wanted = key.baseAddress else { return true }
        let known = entry(at: firstKey) + TreeNode.entryHeader
        return KeyOrder.compare(known, prefixCount, wanted, min(prefixCount, key.count)) == 0
    }
}
