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
    private let size: Int
    /// The number of pages that there are.
    private let count: UInt64
    /// The searches that go on side by side.
    let searches: UnsafeMutableBufferPointer<LMDBSearch>

    /// How many searches go on side by side at most.
    static let width = 64

    /// Finds the pages of a read transaction; nil where they have another length than those of the machine, as in a file
    /// that comes from another one, because where the map begins is not known then.
    ///
    /// - Parameters:
    ///   - transaction: The transaction; it outlives what is made here.
    ///   - main: The library's number of the table of tables.
    ///   - results: What the library's results mean.
    /// - Throws: What the library reports; `damaged` when the tables are not described as it describes them.
    init?(_ transaction: OpaquePointer, main: MDB_dbi, _ results: LMDBResults) throws(StoreError) {
        var (status, information) = (MDB_stat(), MDB_envinfo())
        try results.check(mdb_stat(transaction, main, &status))
        try results.check(mdb_env_info(mdb_txn_env(transaction), &information))
        size = Int(status.ms_psize)
        guard size == sysconf(Int32(_SC_PAGESIZE)) else { return nil }
        count = UInt64(information.me_last_pgno) + 1
        path = results.path
        var trees: [LMDBMeta.Tree] = []
        var base: UnsafeRawPointer?
        for table in EngineTable.allCases {
            let bytes = try LMDBPages.tree(table, transaction, main, results)
            trees.append(LMDBMeta.Tree(bytes))
            // The page that it lies in says its number, and so where the first one is.
            guard let address = bytes.baseAddress else { continue }
            let page = UnsafeRawPointer(bitPattern: UInt(bitPattern: address) & ~UInt(size - 1))
            base = page.map { $0 - Int($0.load(as: UInt64.self)) * Int(status.ms_psize) }
        }
        guard let base else { return nil }
        (self.base, self.trees) = (base, trees)
        searches = .allocate(capacity: LMDBPages.width)
    }

    deinit { searches.deallocate() }

    /// What the table of tables says about one of them.
    private static func tree(
        _ table: EngineTable, _ transaction: OpaquePointer, _ main: MDB_dbi, _ results: LMDBResults
    ) throws(StoreError) -> UnsafeRawBufferPointer {
        var name = Array("\(table)".utf8)
        var value = MDB_val()
        let result = name.withUnsafeMutableBytes { bytes in
            var name = MDB_val(UnsafeRawBufferPointer(bytes))
            return mdb_get(transaction, main, &name, &value)
        }
        try results.check(result)
        guard value.mv_size == LMDBMeta.Tree.length else { throw results.error(MDB_CORRUPTED) }
        return value.bytes
    }

    /// The tree of a table.
    @inline(__always)
    func tree(_ table: EngineTable) -> LMDBMeta.Tree { trees[Int(table.rawValue)] }

    /// A page of a tree.
    @inline(__always)
    func page(_ number: UInt64, isLeaf: Bool) throws(StoreError) -> LMDBPage {
        guard number < count, let page = LMDBPage(at: address(number), isLeaf: isLeaf, size: size) else {
            throw damaged(number)
        }
        return page
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
        let offset = page.offset(of: place)
        guard offset + LMDBFormat.entryHeader <= size else { throw damaged(page.number) }
        let start = page.start + offset
        let length = Int(start.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        guard offset + LMDBFormat.entryHeader + length <= size else { throw damaged(page.number) }
        return LMDBNode(start: start, keyLength: length)
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
