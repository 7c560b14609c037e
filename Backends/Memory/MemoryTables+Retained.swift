import PolystoreRecordLayer

extension MemoryTables {
    /// The bytes of the pages that older tables have and these have not.
    func retainedBytes(by older: MemoryTables) -> Int {
        EngineTable.allCases.reduce(0) { $0 + self[$1].retainedBytes(by: older[$1]) }
    }
}

extension OrderedTree {
    /// The bytes of the pages that an older copy of the tree has and this one has not.
    ///
    /// All leaves of a tree are equally deep, and a page that both have is in both at the same height: where the pages of
    /// one height are shared, so is everything below them, and nothing below is looked at.
    ///
    /// - Complexity: O(n) in the number of pages that differ.
    fileprivate func retainedBytes(by older: OrderedTree) -> Int {
        var (left, right) = (older.root.map { [$0] } ?? [], root.map { [$0] } ?? [])
        var bytes = 0
        while !left.isEmpty {
            let (leftHeight, rightHeight) = (left[0].height, right.first?.height ?? -1)
            if rightHeight > leftHeight {
                right = right.flatMap(\.childNodes)
                continue
            }
            if rightHeight == leftHeight {
                let own = Set(left.map(ObjectIdentifier.init))
                let shared = own.intersection(right.map(ObjectIdentifier.init))
                left.removeAll { shared.contains(ObjectIdentifier($0)) }
                right.removeAll { shared.contains(ObjectIdentifier($0)) }
                right = right.flatMap(\.childNodes)
            }
            for node in left { bytes += node.capacity }
            left = left.flatMap(\.childNodes)
        }
        return bytes
    }
}

extension TreeNode {
    /// The number of levels below the node.
    fileprivate var height: Int {
        var (height, node) = (0, self)
        while let children = node.children {
            node = children[0].takeUnretainedValue()
            height += 1
        }
        return height
    }

    /// The children of an inner node; none of a leaf.
    fileprivate var childNodes: [TreeNode] {
        guard let children else { return [] }
        return (0..<count).map { children[$0].takeUnretainedValue() }
    }
}
