import CPolystorePrefetch

/// A page of a tree, read where it lies in the map.
struct LMDBPage {
    let start: UnsafeRawPointer
    /// The number of its entries, at least one.
    let count: Int

    /// Looks at the beginning of a page; nil unless it is one of the wanted kind and of that length.
    @inline(__always)
    init?(at start: UnsafeRawPointer, isLeaf: Bool, size: Int) {
        let kinds = LMDBFormat.branch | LMDBFormat.leaf | LMDBFormat.overflow
        let flags = start.loadUnaligned(fromByteOffset: LMDBFormat.pageFlags, as: UInt16.self)
        let end = Int(start.loadUnaligned(fromByteOffset: LMDBFormat.listEnd, as: UInt16.self))
        guard flags & kinds == (isLeaf ? LMDBFormat.leaf : LMDBFormat.branch), end <= size, end >= LMDBFormat.header + 2
        else { return nil }
        self.start = start
        count = (end - LMDBFormat.header) / 2
    }

    /// The number that the page says it has.
    var number: UInt64 { start.loadUnaligned(as: UInt64.self) }

    /// Where an entry begins; the place is below `count`.
    @inline(__always)
    func offset(of place: Int) -> Int {
        Int(start.loadUnaligned(fromByteOffset: LMDBFormat.header + place * 2, as: UInt16.self))
    }

    /// Asks for an entry, of which most lie in three lines of memory.
    @inline(__always)
    func prefetchEntry(at place: Int) { polystore_prefetch(start + offset(of: place), 3) }
}
