/// How the library's pages are laid out: the parts that are read here without it.
///
/// A page of a tree begins with its number (8 bytes), padding (2), flags (2), and where its list of entries ends and its
/// entries begin (2 each). The list holds the offset of each entry (2 bytes), in the order of their keys. An entry is two
/// halves of a number (2 each), flags (2), the length of its key (2), the key and, in a leaf, the value. The number is the
/// length of the value, in a branch the page below, whose upper bits are the flags. A value that has pages of its own is
/// the number of the first of them, behind whose header it lies. All numbers are in the byte order of the machine.
///
/// Source: `lmdb.h` and the structures of `mdb.c` in LMDB 0.9, version 1 of its data.
enum LMDBFormat {
    /// The length of what a page begins with.
    static let header = 16
    /// The length of what an entry begins with.
    static let entryHeader = 8

    // Where numbers lie in a page.
    static let pageFlags = 10
    static let listEnd = 12
    static let entriesBegin = 14

    // Flags of pages.
    static let branch: UInt16 = 0x01
    static let leaf: UInt16 = 0x02
    static let overflow: UInt16 = 0x04

    // Flags of entries.
    static let large: UInt16 = 0x01
    static let subtree: UInt16 = 0x02

    /// The flags of trees that say how their entries are laid out; the others are the environment's.
    static let treeFlags: UInt16 = 0x7E
    /// The flag of the tree of free pages, whose keys are numbers of transactions; other trees have none.
    ///
    /// A value there is the number of pages and the pages, from the last to the first (8 bytes each).
    static let numberKeys: UInt16 = 0x08
}
