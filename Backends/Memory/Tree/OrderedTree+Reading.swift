import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

extension OrderedTree {
    /// The value of a key, where it lies; valid until the tree changes or its last copy goes.
    func value(for key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let root else { return nil }
        return withExtendedLifetime(root) {
            var node = Unmanaged.passUnretained(root)
            while true {
                let found: UnsafeRawBufferPointer? = node.withObject { node in
                    guard node.isLeaf else { return nil }
                    return node.place(of: key).map { node.value(at: $0) }
                }
                if let found { return found }
                guard let next = node.withObject({ $0.child(for: key) }) else { return nil }
                node = next
            }
        }
    }

    /// Visits the entries of a range in order, those of some pages together: what a visitor does once for each call weighs
    /// as much as an entry or two.
    func scanRuns(
        _ range: KeyRange, _ direction: ScanDirection, _ visit: OrderedReading.RunVisitor
    ) throws(StoreError) {
        let run = UnsafeMutablePointer<OrderedReading.Entry>.allocate(capacity: Self.longestRun)
        defer { run.deallocate() }
        var (filled, isWanted) = (0, true)
        try scanLeaves(range, direction) { (leaf, entries) throws(StoreError) in
            var rest = entries
            while !rest.isEmpty {
                let count = min(Self.longestRun - filled, rest.count)
                switch direction {
                case .forward:
                    leaf.copyEntries(to: run + filled, count, from: rest.lowerBound, by: 1)
                    rest = rest.dropFirst(count)
                case .backward:
                    leaf.copyEntries(to: run + filled, count, from: rest.upperBound - 1, by: -1)
                    rest = rest.dropLast(count)
                }
                filled += count
                guard filled == Self.longestRun else { break }
                isWanted = try visit(UnsafeBufferPointer(start: run, count: filled))
                filled = 0
                if !isWanted { return false }
            }
            return true
        }
        if isWanted, filled > 0 { _ = try visit(UnsafeBufferPointer(start: run, count: filled)) }
    }

    /// How many entries are handed out together at most.
    private static var longestRun: Int { 64 }

    private func scanLeaves(
        _ range: KeyRange, _ direction: ScanDirection, _ visit: TreeScan.LeafVisitor
    ) throws(StoreError) {
        guard let root else { return }
        let scan = TreeScan(lower: range.lower, upper: range.upper)
        switch direction {
        case .forward: _ = try scan.forward(root, TreeScan.Edges(), visit)
        case .backward: _ = try scan.backward(root, TreeScan.Edges(), visit)
        }
    }

    /// The number of entries in a range, or the limit if there are more.
    ///
    /// - Complexity: One step for each page, not for each entry.
    func count(_ range: KeyRange, limit: Int) -> Int {
        guard let root, limit > 0 else { return 0 }
        if range.lower.isEmpty, range.upper == nil { return min(limit, count) }
        return min(limit, TreeScan(lower: range.lower, upper: range.upper).count(root, TreeScan.Edges(), limit: limit))
    }
}

extension TreeNode {
    /// Says where entries lie, one after another from an index on.
    @inline(__always)
    fileprivate func copyEntries(
        to run: UnsafeMutablePointer<OrderedReading.Entry>, _ number: Int, from first: Int, by step: Int
    ) {
        // A pointer of its own: what is written to the run could be the node, for all that the compiler knows.
        let page = UnsafeRawPointer(page)
        var index = first
        for place in 0..<number {
            run[place] = TreeNode.keyAndValue(at: index, in: page)
            index &+= step
        }
    }

    /// The child under which a key belongs; nil in a leaf.
    @inline(__always)
    func child(for key: UnsafeRawBufferPointer) -> Unmanaged<TreeNode>? {
        guard let children else { return nil }
        return children[childIndex(key)]
    }
}
