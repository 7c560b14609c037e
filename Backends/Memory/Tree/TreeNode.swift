import PolystoreModel

/// A node of an `OrderedTree`: a page of entries packed into one piece of memory, and in inner nodes the children.
///
/// The page begins with a slot of 8 bytes for each entry in key order: the entry's offset, and the first 4 bytes of its
/// key behind what all keys of the node have in common, so that a search rarely looks at entries. The entries fill the
/// page from its end down, each as the lengths of its value and its key (4 bytes each), key, value. An inner
/// entry has no value; its key is not greater than any key under its child, and the first child's counts as smaller than
/// everything.
///
/// A node is changed in place only while one tree alone refers to it; a node that a snapshot can reach is copied first.
final class TreeNode {
    /// The usual size of a page; a page grows beyond it only for a larger entry.
    static let pageSize = 4096
    /// A node with fewer bytes than these is united with a neighbour, if the page of one has room for both.
    static let leastBytes = pageSize / 4
    /// The most children of an inner node.
    static let maximumChildren = TreeChildren.most
    /// The bytes before an entry's key.
    static let entryHeader = 8
    /// The bytes of a slot.
    static let slotSize = 8

    // No access of these overlaps another: every method finishes with one before it begins with the next. What a search
    // reads comes first, and numbers that are small take half a word, so that it lies in one line of memory or two.
    @exclusivity(unchecked) var page: UnsafeMutableRawPointer
    @exclusivity(unchecked) private var shortCount: UInt32 = 0
    @exclusivity(unchecked) private var shortPrefixCount: UInt32 = 0
    /// The heads of the first key that counts and of the last, or such as they once had: a guess begins with them, without
    /// waiting for their slots.
    @exclusivity(unchecked) var guessedHeads: (first: UInt32, last: UInt32) = (0, 0)
    /// The children of an inner node, as many as entries; nil in a leaf.
    let children: TreeChildren?
    /// The bytes of the page.
    @exclusivity(unchecked) var capacity: Int
    /// The offset of the lowest entry.
    @exclusivity(unchecked) var heapStart: Int
    /// The bytes between entries that belong to removed ones.
    @exclusivity(unchecked) var garbage = 0

    /// The number of entries.
    @inline(__always) var count: Int {
        get { Int(shortCount) }
        set { shortCount = UInt32(newValue) }
    }

    /// How many bytes at their beginning the keys have in common; an inner node's first key does not count.
    @inline(__always) var prefixCount: Int {
        get { Int(shortPrefixCount) }
        set { shortPrefixCount = UInt32(newValue) }
    }

    init(isLeaf: Bool, capacity: Int = TreeNode.pageSize) {
        self.capacity = capacity
        page = .allocate(byteCount: capacity, alignment: 8)
        heapStart = capacity
        children = isLeaf ? nil : .allocate()
    }

    deinit {
        children?.deallocate()
        page.deallocate()
    }

    @inline(__always) var isLeaf: Bool { children == nil }

    /// The bytes that could be filled without compaction.
    @inline(__always) var freeBytes: Int { heapStart - TreeNode.slotSize * count }

    /// The bytes that entries and slots take.
    @inline(__always) var liveBytes: Int { capacity - heapStart - garbage + TreeNode.slotSize * count }

    @inline(__always)
    func entry(at index: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(mutating: TreeNode.entry(at: index, in: page))
    }

    @inline(__always)
    static func entry(at index: Int, in page: UnsafeRawPointer) -> UnsafeRawPointer {
        page + Int(page.load(fromByteOffset: slotSize * index, as: UInt32.self))
    }

    /// The key of an entry; valid until the node changes.
    @inline(__always)
    func key(at index: Int) -> UnsafeRawBufferPointer {
        keyAndValue(at: index).key
    }

    /// The value of an entry; valid until the node changes.
    @inline(__always)
    func value(at index: Int) -> UnsafeRawBufferPointer {
        keyAndValue(at: index).value
    }

    /// Key and value of an entry; valid until the node changes.
    @inline(__always)
    func keyAndValue(at index: Int) -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        TreeNode.keyAndValue(at: index, in: page)
    }

    /// Key and value of an entry of a page.
    @inline(__always)
    static func keyAndValue(
        at index: Int, in page: UnsafeRawPointer
    ) -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let entry = entry(at: index, in: page)
        let keyCount = Int(entry.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let key = entry + TreeNode.entryHeader
        return (
            UnsafeRawBufferPointer(start: key, count: keyCount),
            UnsafeRawBufferPointer(start: key + keyCount, count: Int(entry.loadUnaligned(as: UInt32.self)))
        )
    }

    /// How many bytes an entry's value has.
    @inline(__always)
    func storedCount(at index: Int) -> Int { Int(entry(at: index).loadUnaligned(as: UInt32.self)) }

    /// The child under which a key belongs.
    @inline(__always)
    func childIndex(_ key: UnsafeRawBufferPointer) -> Int {
        let (index, isEqual) = lowerBound(key)
        return isEqual ? index : index - 1
    }
}

// SAFETY: a node is written only while exactly one tree refers to it (checked before each change), and a tree is
// changed by one thread; nodes that several threads can reach through snapshots are only read.
extension TreeNode: @unchecked Sendable {}
