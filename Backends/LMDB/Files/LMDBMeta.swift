import Foundation

/// One of the two pages at the beginning of a file that say which state is the last one: what the library trusts
/// without looking.
///
/// Page header: page number (8 bytes), padding (2), flags (2), bounds (4). Then magic number (4), version (4), address
/// (8), size of the map (8), the trees of the free list and of the tables (48 each: page size or padding 4, flags 2,
/// depth 2, branch pages 8, leaf pages 8, overflow pages 8, entries 8, root 8), last page (8), transaction (8); all in
/// the byte order of the machine.
struct LMDBMeta: Hashable, Sendable {
    /// The length of everything that is read of such a page.
    static let length = 152
    /// The flag of such pages.
    static let pageFlag: UInt16 = 0x08
    /// The root of an empty tree.
    static let noRoot = UInt64.max

    /// A tree of pages.
    struct Tree: Hashable, Sendable {
        var flags: UInt16
        var depth: UInt16
        var entries: UInt64
        var root: UInt64

        init(_ bytes: [UInt8], _ offset: Int) {
            self = bytes.withUnsafeBytes { Tree(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
        }

        /// Reads a tree that lies in the map, in as many bytes as it has.
        init(_ bytes: UnsafeRawBufferPointer) {
            flags = bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
            depth = bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
            entries = bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
            root = bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
        }

        static let length = 48
    }

    let page: UInt64
    let flags: UInt16
    let magic: UInt32
    let version: UInt32
    let mapSize: UInt64
    let pageSize: UInt32
    let free: Tree
    let main: Tree
    let lastPage: UInt64
    let transaction: UInt64

    /// Reads such a page; nil when there are too few bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length else { return nil }
        page = Self.number(bytes, 0)
        flags = Self.number(bytes, 10)
        magic = Self.number(bytes, 16)
        version = Self.number(bytes, 20)
        mapSize = Self.number(bytes, 32)
        pageSize = Self.number(bytes, 40)
        free = Tree(bytes, 40)
        main = Tree(bytes, 88)
        lastPage = Self.number(bytes, 136)
        transaction = Self.number(bytes, 144)
    }

    /// The number at an offset of some bytes that are long enough.
    static func number<Number: FixedWidthInteger & BitwiseCopyable>(_ bytes: [UInt8], _ offset: Int) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
}
