/// A page of a table's or an index's tree, as SQLite's file format describes it ("B-tree Pages").
///
/// Whatever is read of it is held to the page first, because nothing verifies pages: a page that cannot be one is
/// `PageTrouble`. Valid as long as its bytes.
struct TreePage {
    let number: UInt32
    let base: UnsafeRawPointer
    /// The bytes that may be used.
    let usable: Int
    let isLeaf: Bool
    /// The number of cells.
    let count: Int
    /// Where the places of the cells lie.
    private let places: UnsafeRawPointer
    /// Where the header lies: behind the file's own on the first page.
    private let header: UnsafeRawPointer

    private static let fileHeader = 100
    /// The kinds of pages: 2 and 5 are inner ones, 10 and 13 leaves, of an index and of a table.
    private static let (innerIndex, innerTable, leafIndex, leafTable) = (UInt8(2), UInt8(5), UInt8(10), UInt8(13))

    @inline(__always)
    init(_ number: UInt32, _ base: UnsafeRawPointer, usable: Int, isTable: Bool) throws(PageTrouble) {
        self.number = number
        self.base = base
        self.usable = usable
        header = number == 1 ? base + Self.fileHeader : base
        let kind = header.load(as: UInt8.self)
        isLeaf = kind == (isTable ? Self.leafTable : Self.leafIndex)
        guard isLeaf || kind == (isTable ? Self.innerTable : Self.innerIndex) else { throw .damaged(page: number) }
        count = header.number16(3)
        places = header + (isLeaf ? 8 : 12)
        guard places + 2 * count <= base + usable else { throw .damaged(page: number) }
    }

    /// The bytes of a cell, of which as many as a number takes can be read.
    @inline(__always)
    func cell(_ place: Int) throws(PageTrouble) -> UnsafeRawPointer {
        let offset = places.number16(2 &* place)
        guard offset < usable else { throw .damaged(page: number) }
        return base + offset
    }

    /// The page below a cell, or the last one behind all cells.
    @inline(__always)
    func child(_ place: Int) throws(PageTrouble) -> UInt32 {
        let start = place < count ? try cell(place) : header + 8
        return UInt32(bigEndian: start.loadUnaligned(as: UInt32.self))
    }
}

extension UnsafeRawPointer {
    /// A number of two bytes.
    @inline(__always)
    func number16(_ offset: Int) -> Int {
        Int(UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    }

    /// A number of one to nine bytes, of which the first tell how many follow; moves behind it.
    @inline(__always)
    mutating func variableNumber() -> Int64 {
        let first = load(as: UInt8.self)
        if first < 0x80 {
            self += 1
            return Int64(first)
        }
        let second = load(fromByteOffset: 1, as: UInt8.self)
        if second < 0x80 {
            self += 2
            return Int64(first & 0x7F) << 7 | Int64(second)
        }
        let third = load(fromByteOffset: 2, as: UInt8.self)
        if third < 0x80 {
            self += 3
            return Int64(first & 0x7F) << 14 | Int64(second & 0x7F) << 7 | Int64(third)
        }
        return longNumber()
    }

    @inline(never)
    private mutating func longNumber() -> Int64 {
        var number: UInt64 = 0
        for place in 0..<8 {
            let byte = load(fromByteOffset: place, as: UInt8.self)
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 {
                self += place + 1
                return Int64(bitPattern: number)
            }
        }
        number = number << 8 | UInt64(load(fromByteOffset: 8, as: UInt8.self))
        self += 9
        return Int64(bitPattern: number)
    }
}
