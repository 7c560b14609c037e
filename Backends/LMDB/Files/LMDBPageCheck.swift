import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// Reads pages without mapping the file, and makes sure that each is there, is what its place says, and is used once, or free.
///
/// Damage that it finds would otherwise be met in the map, where it ends the process: a read that follows it, or a save, which
/// writes over pages that are free.
struct LMDBPageCheck {
    /// Which pages are read.
    enum Extent {
        /// Those that lead to the tables and to what the store keeps about itself: what opening reads, a few pages.
        case metadata
        /// Every page that can be reached.
        case whole
    }

    /// What a tree holds.
    private enum Role {
        /// The pages that are free, by the transaction that freed them.
        case free
        /// The tables, by name.
        case main
        case table
    }

    private let path: String
    /// The file's header.
    let header: LMDBHeader
    private let file: FileReader
    private let extent: Extent
    private var seen: [UInt64: UInt64] = [:]
    private var free: [UInt64] = []

    private static let metadataTable = "\(EngineTable.metadata)".utf8

    /// Reads and checks the header of a file and, beneath it, as many pages as wanted; all of them where the file ends
    /// before its last page.
    ///
    /// Beside a writer the pages may be of another time than the header, so what looks damaged is damaged only if the header
    /// is still the same.
    static func check(_ path: String, _ extent: Extent) throws(StoreError) -> LMDBPageCheck {
        var header = try LMDBHeader(of: path)
        var attempts = 10
        while true {
            do throws(StoreError) {
                return try check(path, header, extent)
            } catch {
                let newer = try LMDBHeader(of: path)
                attempts -= 1
                guard newer.newest.transaction != header.newest.transaction, attempts > 0 else { throw error }
                header = newer
            }
        }
    }

    private static func check(
        _ path: String, _ header: LMDBHeader, _ extent: Extent
    ) throws(StoreError) -> LMDBPageCheck {
        let extent = header.isShort ? .whole : extent
        var walk = LMDBPageCheck(path: path, header: header, file: try FileReader(path), extent: extent)
        if extent == .whole { try walk.tree(header.newest.free, .free) }
        try walk.tree(header.newest.main, .main)
        for page in walk.free { try walk.mark(page) }
        return walk
    }

    private init(path: String, header: LMDBHeader, file: FileReader, extent: Extent) {
        self.path = path
        self.header = header
        self.file = file
        self.extent = extent
    }

    private func damaged(_ page: UInt64) -> StoreError {
        StoreError(.damaged, [.path: path, .offset: "page \(page)", .reason: "a page is missing or is another one"])
    }

    private mutating func tree(_ tree: LMDBMeta.Tree, _ role: Role) throws(StoreError) {
        // By these the library takes entries for what they are not.
        guard tree.flags & LMDBFormat.treeFlags == (role == .free ? LMDBFormat.numberKeys : 0) else {
            throw damaged(tree.root)
        }
        guard tree.root != LMDBMeta.noRoot else { return }
        var entries: UInt64 = 0
        try visit(tree.root, level: Int(tree.depth), role, &entries)
        guard entries == tree.entries else { throw damaged(tree.root) }
    }

    /// Marks pages as used.
    private mutating func use(_ page: UInt64, count: UInt64 = 1) throws(StoreError) {
        guard page >= 2, count > 0, page <= header.newest.lastPage, count <= header.newest.lastPage - page + 1,
            page + count <= UInt64(header.length / header.pageSize)
        else { throw damaged(page) }
        for page in page..<page + count { try mark(page) }
    }

    /// Marks a page as used, or as free: it is one of these, and once.
    private mutating func mark(_ page: UInt64) throws(StoreError) {
        let (word, bit) = (page / 64, UInt64(1) << (page % 64))
        guard seen[word, default: 0] & bit == 0 else { throw damaged(page) }
        seen[word, default: 0] |= bit
    }

    /// Takes the free pages of an entry: their number, and the pages from the last to the first.
    private mutating func takeFree(_ list: [UInt8], _ page: UInt64) throws(StoreError) {
        let numberLength = MemoryLayout<UInt64>.size
        guard list.count >= numberLength else { throw damaged(page) }
        let count: UInt64 = LMDBMeta.number(list, 0)
        guard count <= UInt64(list.count / numberLength - 1) else { throw damaged(page) }
        var last = UInt64.max
        for index in 0..<Int(count) {
            let number: UInt64 = LMDBMeta.number(list, (index + 1) * numberLength)
            guard number >= 2, number <= header.newest.lastPage, number < last else { throw damaged(page) }
            last = number
            free.append(number)
        }
    }

    private mutating func visit(
        _ page: UInt64, level: Int, _ role: Role, _ entries: inout UInt64
    ) throws(StoreError) {
        try use(page)
        let bytes = try file.bytes(from: Int(page) * header.pageSize, count: header.pageSize)
        guard level > 0, bytes.count == header.pageSize, LMDBMeta.number(bytes, 0) == page else { throw damaged(page) }
        let flags: UInt16 = LMDBMeta.number(bytes, LMDBFormat.pageFlags)
        guard flags == (level == 1 ? LMDBFormat.leaf : LMDBFormat.branch) else { throw damaged(page) }
        let lower = Int(LMDBMeta.number(bytes, LMDBFormat.listEnd) as UInt16)
        let upper = Int(LMDBMeta.number(bytes, LMDBFormat.entriesBegin) as UInt16)
        guard lower >= LMDBFormat.header, lower % 2 == 0, lower <= upper, upper <= bytes.count else {
            throw damaged(page)
        }
        for index in 0..<(lower - LMDBFormat.header) / 2 {
            let node = Int(LMDBMeta.number(bytes, LMDBFormat.header + index * 2) as UInt16)
            guard node >= upper, node + LMDBFormat.entryHeader <= bytes.count else { throw damaged(page) }
            let low: UInt32 = LMDBMeta.number(bytes, node)
            let nodeFlags: UInt16 = LMDBMeta.number(bytes, node + 4)
            let data = node + 8 + Int(LMDBMeta.number(bytes, node + 6) as UInt16)
            if level > 1 {
                guard data <= bytes.count else { throw damaged(page) }
                // In a branch the flags are the upper bits of the page's number.
                try visit(UInt64(low) | UInt64(nodeFlags) << 32, level: level - 1, role, &entries)
                continue
            }
            entries += 1
            let isLarge = nodeFlags & LMDBFormat.large != 0
            guard nodeFlags & ~(LMDBFormat.large | LMDBFormat.subtree) == 0,
                data + (isLarge ? 8 : Int(low)) <= bytes.count, role != .free || data == node + 16
            else { throw damaged(page) }
            if isLarge {
                let first: UInt64 = LMDBMeta.number(bytes, data)
                try large(first, length: Int(low))
                if role == .free {
                    let begin = Int(first) * header.pageSize + LMDBFormat.header
                    try takeFree(try file.bytes(from: begin, count: Int(low)), page)
                }
            } else if role == .free {
                try takeFree(Array(bytes[data..<data + Int(low)]), page)
            }
            guard nodeFlags & LMDBFormat.subtree != 0 else { continue }
            guard role == .main, !isLarge, low == LMDBMeta.Tree.length else { throw damaged(page) }
            guard extent == .whole || bytes[node + 8..<data].elementsEqual(Self.metadataTable) else { continue }
            try tree(LMDBMeta.Tree(bytes, data), .table)
        }
    }

    /// Checks the pages of a value that has pages of its own.
    private mutating func large(_ page: UInt64, length: Int) throws(StoreError) {
        try use(page)
        let bytes = try file.bytes(from: Int(page) * header.pageSize, count: LMDBFormat.header)
        guard bytes.count == LMDBFormat.header, LMDBMeta.number(bytes, 0) == page,
            (LMDBMeta.number(bytes, LMDBFormat.pageFlags) as UInt16) == LMDBFormat.overflow
        else { throw damaged(page) }
        // A value that was longer once has more than it needs.
        let count = UInt64(LMDBMeta.number(bytes, LMDBFormat.listEnd) as UInt32)
        guard count > UInt64((LMDBFormat.header + length - 1) / header.pageSize) else { throw damaged(page) }
        if count > 1 { try use(page + 1, count: count - 1) }
    }
}
