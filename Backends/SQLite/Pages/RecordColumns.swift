/// Where the columns of a record lie: found out for one record after another, in the same memory.
final class RecordColumns {
    struct Column {
        let serial: Int32
        /// The bytes from the record's start.
        let offset: Int32
    }

    let columns: UnsafeMutablePointer<Column>

    init(count: Int) {
        columns = .allocate(capacity: max(count, 1))
    }

    deinit { columns.deallocate() }

    /// The bytes of serial types 0 to 9.
    @inline(__always)
    static func size(ofNumber serial: Int) -> Int {
        Int(truncatingIfNeeded: (0x00_8864_3210 as Int64) >> Int64(4 * serial)) & 15
    }

    /// Finds the first columns of a record that lies whole on a page; false when it has fewer, or is none.
    @inline(__always)
    func find(_ count: Int, in record: UnsafeRawPointer, length: Int) -> Bool {
        var types = record
        let header = Int(truncatingIfNeeded: types.variableNumber())
        guard header <= length, header > 0 else { return false }
        let end = record + header
        var offset = header
        for place in 0..<count {
            guard types < end else { return false }
            var serial = Int(types.load(as: UInt8.self))
            if serial < 0x80 { types += 1 } else { serial = Int(truncatingIfNeeded: types.variableNumber()) }
            let size: Int
            if serial >= 0, serial < 10 {
                size = Self.size(ofNumber: serial)
            } else {
                // Ten and eleven are the library's own; a number that is damaged may be negative.
                guard serial >= 12, serial < 1 << 30 else { return false }
                size = (serial - 12) >> 1
            }
            columns[place] = Column(
                serial: Int32(truncatingIfNeeded: serial), offset: Int32(truncatingIfNeeded: offset))
            offset += size
            if offset > length { return false }
        }
        return true
    }
}
