/// The children of an inner node: the place of each, for readers, and the groups that hold them, which nodes share.
///
/// Their number is in the node. All is plain memory, given back by `deallocate`.
struct TreeChildren {
    /// The most children of a node: so many that its memory is of a size which the allocator keeps at hand, a kilobyte.
    static let most = 96
    /// The most groups of a node.
    ///
    /// Groups that are split are half full at least, so only removals come near it.
    private static let mostGroups = 20
    /// How many children groups get that are made anew.
    private static let usualSize = 12

    private let places: UnsafeMutablePointer<Unmanaged<TreeNode>>
    var groups: UnsafeMutablePointer<ChildGroup> {
        UnsafeMutableRawPointer(places + Self.most).assumingMemoryBound(to: ChildGroup.self)
    }
    /// How many children each group has.
    var sizes: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(groups + Self.mostGroups).assumingMemoryBound(to: UInt8.self)
    }
    private(set) var groupCount: Int {
        get { Int(sizes[Self.mostGroups]) }
        nonmutating set { sizes[Self.mostGroups] = UInt8(newValue) }
    }

    /// Memory for children, of which there are none.
    static func allocate() -> TreeChildren {
        let size = (MemoryLayout<Unmanaged<TreeNode>>.stride * most) + MemoryLayout<ChildGroup>.stride * mostGroups
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + mostGroups + 1, alignment: 8)
        let places = memory.bindMemory(to: Unmanaged<TreeNode>.self, capacity: most)
        UnsafeMutableRawPointer(places + most).bindMemory(to: ChildGroup.self, capacity: mostGroups)
        (memory + size).bindMemory(to: UInt8.self, capacity: mostGroups + 1)
        let children = TreeChildren(places: places)
        children.groupCount = 0
        return children
    }

    private init(places: UnsafeMutablePointer<Unmanaged<TreeNode>>) { self.places = places }

    /// Lets go of the children, and of the memory.
    func deallocate() {
        groups.deinitialize(count: groupCount)
        UnsafeMutableRawPointer(places).deallocate()
    }

    /// A child, which is held as long as the node does not change.
    @inline(__always)
    subscript(index: Int) -> Unmanaged<TreeNode> { places[index] }

    /// Holds the children of another node, where there were none.
    ///
    /// - Complexity: A reference for each group.
    func share(_ others: TreeChildren, _ count: Int) {
        places.update(from: others.places, count: count)
        groups.initialize(from: others.groups, count: others.groupCount)
        sizes.update(from: others.sizes, count: Self.mostGroups + 1)
    }

    /// A child that only this node refers to: the one at an index, or a copy in its place.
    ///
    /// - Complexity: O(`ChildGroup.most`) the first time.
    func ownedChild(at index: Int) -> Unmanaged<TreeNode> {
        let (group, offset) = group(of: index)
        own(group)
        let child = groups[group].ownedNode(at: offset)
        places[index] = child
        return child
    }

    /// Adds a child to so many.
    func insert(_ child: TreeNode, at index: Int, _ count: Int) {
        addToGroup(child, at: index, count)
        (places + index + 1).update(from: places + index, count: count - index)
        places[index] = .passUnretained(child)
    }

    private func addToGroup(_ child: TreeNode, at index: Int, _ count: Int) {
        if groupCount == Self.mostGroups { regroup(count) }
        if groupCount == 0 { insertGroup(.holding(UnsafeBufferPointer(start: nil, count: 0)), 0, at: 0) }
        var (group, offset) = index < count ? group(of: index) : (groupCount - 1, Int(sizes[groupCount - 1]))
        own(group)
        if Int(sizes[group]) == ChildGroup.most {
            // Behind the last child the group stays full, as pages do.
            let middle = index == count ? ChildGroup.most : ChildGroup.most / 2
            let rest = groups[group].splitOff(from: middle)
            sizes[group] = UInt8(middle)
            insertGroup(rest, ChildGroup.most - middle, at: group + 1)
            if offset > middle || middle == ChildGroup.most { (group, offset) = (group + 1, offset - middle) }
        }
        groups[group].insert(child, at: offset)
        sizes[group] += 1
    }

    /// Takes a child out of so many.
    func remove(at index: Int, _ count: Int) {
        let (group, offset) = group(of: index)
        own(group)
        groups[group].remove(at: offset)
        sizes[group] -= 1
        if sizes[group] == 0 { removeGroup(at: group) }
        (places + index).update(from: places + index + 1, count: count - index - 1)
    }

    /// Adds children of another node, where there are so many.
    func append(_ others: TreeChildren, _ range: Range<Int>, to count: Int) {
        (places + count).update(from: others.places + range.lowerBound, count: range.count)
        regroup(count + range.count)
    }

    /// Makes the groups anew, of so many children whose places are noted.
    ///
    /// The children must be held meanwhile: by the groups that were there, or by another node.
    func regroup(_ count: Int) {
        let old = (0..<groupCount).map { groups[$0] }
        groups.deinitialize(count: groupCount)
        groupCount = 0
        withExtendedLifetime(old) {
            for start in stride(from: 0, to: count, by: Self.usualSize) {
                let size = min(Self.usualSize, count - start)
                insertGroup(.holding(UnsafeBufferPointer(start: places + start, count: size)), size, at: groupCount)
            }
        }
    }

    /// The group that a child is in, and where in it.
    private func group(of index: Int) -> (group: Int, offset: Int) {
        var (group, offset) = (0, index)
        while offset >= Int(sizes[group]) {
            offset -= Int(sizes[group])
            group += 1
        }
        return (group, offset)
    }

    /// Makes sure that only this node refers to a group.
    private func own(_ group: Int) {
        if !isKnownUniquelyReferenced(&groups[group]) { groups[group] = groups[group].copied() }
    }

    private func insertGroup(_ group: ChildGroup, _ size: Int, at index: Int) {
        (groups + index + 1).moveInitialize(from: groups + index, count: groupCount - index)
        (groups + index).initialize(to: group)
        (sizes + index + 1).update(from: sizes + index, count: groupCount - index)
        sizes[index] = UInt8(size)
        groupCount += 1
    }

    private func removeGroup(at index: Int) {
        (groups + index).deinitialize(count: 1)
        groupCount -= 1
        (groups + index).moveInitialize(from: groups + index + 1, count: groupCount - index)
        (sizes + index).update(from: sizes + index + 1, count: groupCount - index)
    }
}
