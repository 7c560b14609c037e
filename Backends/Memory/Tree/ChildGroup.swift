/// Some children of an inner node that follow each other, held together.
///
/// A copy of a node holds the groups of the original: so it counts a reference for each group, and not for each of up to
/// 96 children.
///
/// INVARIANT: written only while one node alone refers to it (checked before each change).
final class ChildGroup: ManagedBuffer<Int, TreeNode> {
    /// The most children of a group.
    static let most = 16

    /// A group of some nodes.
    static func holding(_ nodes: UnsafeBufferPointer<Unmanaged<TreeNode>>) -> ChildGroup {
        let group = empty()
        for node in nodes { group.insert(node.takeUnretainedValue(), at: group.count) }
        return group
    }

    /// The same children, held once more.
    func copied() -> ChildGroup {
        let copy = ChildGroup.empty()
        withUnsafeMutablePointers { count, nodes in
            copy.withUnsafeMutablePointers {
                $1.initialize(from: nodes, count: count.pointee)
                $0.pointee = count.pointee
            }
        }
        return copy
    }

    private static func empty() -> ChildGroup {
        unsafeDowncast(ChildGroup.create(minimumCapacity: most) { _ in 0 }, to: ChildGroup.self)
    }

    deinit { withUnsafeMutablePointers { _ = $1.deinitialize(count: $0.pointee) } }

    private var count: Int { header }

    /// Adds a node; the group must not be full.
    func insert(_ node: TreeNode, at index: Int) {
        withUnsafeMutablePointers { count, nodes in
            let place = nodes + index
            (place + 1).moveInitialize(from: place, count: count.pointee - index)
            place.initialize(to: node)
            count.pointee += 1
        }
    }

    /// Takes a node out.
    func remove(at index: Int) {
        withUnsafeMutablePointers { count, nodes in
            let place = nodes + index
            place.deinitialize(count: 1)
            count.pointee -= 1
            place.moveInitialize(from: place + 1, count: count.pointee - index)
        }
    }

    /// Moves the nodes from an index on into a group of their own.
    func splitOff(from index: Int) -> ChildGroup {
        let rest = ChildGroup.empty()
        withUnsafeMutablePointers { count, nodes in
            rest.withUnsafeMutablePointers {
                $1.moveInitialize(from: nodes + index, count: count.pointee - index)
                $0.pointee = count.pointee - index
            }
            count.pointee = index
        }
        return rest
    }

    /// A node that only this group refers to: the one at an index, or a copy in its place.
    func ownedNode(at index: Int) -> Unmanaged<TreeNode> {
        withUnsafeMutablePointerToElements { nodes in
            if !isKnownUniquelyReferenced(&nodes[index]) { nodes[index] = nodes[index].copied() }
            return .passUnretained(nodes[index])
        }
    }
}
