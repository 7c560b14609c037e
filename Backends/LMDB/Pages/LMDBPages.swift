import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The pages of a read transaction, where they lie in the map: what is read of them without the library.
///
/// The library searches for one key at a time and waits for memory at each step of each search, and it hands out the
/// entries of a range one by one. Here many searches go on side by side, and a range is walked through page by page. The
/// pages of a read transaction do not change before it ends. Unlike the library, this believes no page: what does not lie
/// inside the file or its page is damage.
// SAFETY: immutable but for `searches`, which only `values` touches; the view that owns this is used by one call at a
// time.
final class LMDBPages: @unchecked Sendable {
    /// The trees of the tables, by their raw values.
    private let trees: [LMDBMeta.Tree]
    private let path: String
    private let base: UnsafeRawPointer
    /// The bytes of a page.
    let size: Int
    /// The number of pages that there are.
    private let count: UInt64
    /// The searches that go on side by side.
    let searches: UnsafeMutableBufferPointer<LMDBSearch>

    /// How many searches go on side by side at most.
    static let width = 64

    /// The names of the tables, by their raw values.
    private static let names = EngineTable.allCases.map { Array("\($0)".utf8) }

    /// Finds the pages of a read transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction; it outlives what is made here.
    ///   - map: Where the library has mapped the file.
    ///   - results: What the library's results mean.
    /// - Throws: What the library reports; `damaged` when the tables are not described as it describes them.
    init(_ transaction: OpaquePointer, _ map: LMDBMap, _ results: LMDBResults) throws(StoreError) {
        (base, size, path) = (map.base, map.pageSize, results.path)
        count = try map.pageCount(transaction, results)
        var trees: [LMDBMeta.Tree] = []
        for name in LMDBPages.names {
            trees.append(LMDBMeta.Tree(try LMDBMap.tree(name, transaction, map.main, results)))
        }
        self.trees = trees
        searches = .allocate(capacity: LMDBPages.width)
    }

    deinit { searches.deallocate() }

    /// The tree of a table.
    @inline(__always)
    func tree(_ table: EngineTable) -> LMDBMeta.Tree { trees[Int(table.rawValue)] }

    /// The number of entries that a table says it has, if there is room for as many.
    func entries(_ table: EngineTable) throws(StoreError) -> Int {
        let tree = tree(table)
        // An entry takes ten bytes at least.
        guard tree.entries <= count * UInt64(size / 10) else { throw damaged(tree.root) }
        return Int(tree.entries)
    }

    /// A page of a tree.
    @inline(__always)
    func page(_ number: UInt64, isLeaf: Bool) throws(StoreError) -> LMDBPage {
        guard let page = soundPage(number, isLeaf: isLeaf) else { throw damaged(number) }
        return page
    }

    /// The same for who may do without it.
    @inline(__always)
    func soundPage(_ number: UInt64, isLeaf: Bool) -> LMDBPage? {
        number < count ? LMDBPage(at: address(number), isLeaf: isLeaf, size: size) : nil
    }

    /// Where a page lies, whether or not there is one.
    @inline(__always)
    func address(_ number: UInt64) -> UnsafeRawPointer {
        // Multiplied without a check: a page that does not exist is not read.
        UnsafeRawPointer(bitPattern: UInt(bitPattern: base) &+ UInt(truncatingIfNeeded: number) &* UInt(size)) ?? base
    }

    /// An entry of a page.
    @inline(__always)
    func node(_ page: LMDBPage, _ place: Int) throws(StoreError) -> LMDBNode {
        guard let node = soundNode(page, place) else { throw damaged(page.number) }
        return node
    }

    /// The same for who may do without it.
    @inline(__always)
    func soundNode(_ page: LMDBPage, _ place: Int) -> LMDBNode? {
        let offset = page.offset(of: place)
        guard offset + LMDBFormat.entryHeader <= size else { return nil }
        let start = page.start + offset
        let length = Int(start.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        return offset + LMDBFormat.entryHeader + length <= size ? LMDBNode(start: start, keyLength: length) : nil
    }

    /// The value of an entry of a leaf.
    @inline(__always)
    func value(_ page: LMDBPage, _ node: LMDBNode) throws(StoreError) -> UnsafeRawBufferPointer {
        let length = node.valueLength
        let offset = node.value - page.start
        if node.flags & LMDBFormat.large != 0 { return try largeValue(page, node) }
        guard offset + length <= size else { throw damaged(page.number) }
        return UnsafeRawBufferPointer(start: node.value, count: length)
    }

    /// The value of an entry that has pages of its own.
    private func largeValue(_ page: LMDBPage, _ node: LMDBNode) throws(StoreError) -> UnsafeRawBufferPointer {
        guard node.value - page.start + 8 <= size else { throw damaged(page.number) }
        let first = node.value.loadUnaligned(as: UInt64.self)
        let pages = UInt64((LMDBFormat.header + node.valueLength - 1) / size + 1)
        guard first < count, pages <= count - first else { throw damaged(first) }
        return UnsafeRawBufferPointer(start: address(first) + LMDBFormat.header, count: node.valueLength)
    }

    /// An error about a page.
    @inline(never)
    func damaged(_ page: UInt64) -> StoreError {
        StoreError(.damaged, [.path: path, .offset: "page \(page)", .reason: "a page is missing or is another one"])
    }
}
