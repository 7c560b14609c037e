import PolystoreRecordLayer

@testable import PolystoreLMDB

/// Makes an LMDB file by hand, with pages of any length, which the library makes as long as the machine's.
struct PageFile {
    let size: Int

    /// A file with some records, which fit into one page and come in the order of their keys.
    func bytes(_ records: [([UInt8], [UInt8])]) -> [UInt8] {
        let tables = EngineTable.allCases.map { "\($0)" }.sorted().map { name in
            (
                [UInt8](name.utf8),
                name == "records" ? tree(entries: records.count, root: 3) : tree(entries: 0, root: nil)
            )
        }
        return meta(0, tables.count) + meta(1, tables.count) + leaf(2, tables, flags: LMDBFormat.subtree)
            + leaf(3, records, flags: 0)
    }

    private func meta(_ number: UInt64, _ tables: Int) -> [UInt8] {
        var page = PageBytes(size: size)
        page.put(number, at: 0)
        page.put(LMDBMeta.pageFlag, at: LMDBFormat.pageFlags)
        page.put(LMDBHeader.magic, at: 16)
        page.put(LMDBHeader.version, at: 20)
        page.put(UInt64(1 << 20), at: 32)
        page.put(tree(entries: 0, root: nil), at: 40)
        page.put(UInt32(size), at: 40)
        // The free list has numbers as keys.
        page.put(UInt16(8), at: 44)
        page.put(tree(entries: tables, root: 2), at: 88)
        page.put(UInt64(3), at: 136)
        page.put(number, at: 144)
        return page.bytes
    }

    private func tree(entries: Int, root: UInt64?) -> [UInt8] {
        var tree = PageBytes(size: LMDBMeta.Tree.length)
        tree.put(UInt16(root == nil ? 0 : 1), at: 6)
        tree.put(UInt64(root == nil ? 0 : 1), at: 16)
        tree.put(UInt64(entries), at: 32)
        tree.put(root ?? LMDBMeta.noRoot, at: 40)
        return tree.bytes
    }

    private func leaf(_ number: UInt64, _ entries: [([UInt8], [UInt8])], flags: UInt16) -> [UInt8] {
        var page = PageBytes(size: size)
        page.put(number, at: 0)
        page.put(LMDBFormat.leaf, at: LMDBFormat.pageFlags)
        var upper = size
        for (place, (key, value)) in entries.enumerated() {
            upper -= (LMDBFormat.entryHeader + key.count + value.count + 1) / 2 * 2
            page.put(UInt16(upper), at: LMDBFormat.header + place * 2)
            page.put(UInt32(value.count), at: upper)
            page.put(flags, at: upper + 4)
            page.put(UInt16(key.count), at: upper + 6)
            page.put(key + value, at: upper + LMDBFormat.entryHeader)
        }
        page.put(UInt16(LMDBFormat.header + entries.count * 2), at: LMDBFormat.listEnd)
        page.put(UInt16(upper), at: LMDBFormat.entriesBegin)
        return page.bytes
    }
}

/// Bytes that are filled at offsets, with numbers in the byte order of the machine.
private struct PageBytes {
    private(set) var bytes: [UInt8]

    init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }

    mutating func put(_ number: some FixedWidthInteger, at offset: Int) {
        withUnsafeBytes(of: number) { put(Array($0), at: offset) }
    }

    mutating func put(_ part: [UInt8], at offset: Int) {
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
    }
}
