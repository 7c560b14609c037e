import CPolystoreSQLite

/// A value of a record: its serial type and its bytes, as SQLite's file format describes them ("Record Format").
struct RecordValue: StoredValue {
    let start: UnsafeRawPointer
    let serial: Int

    @inline(__always)
    var type: Int32 {
        switch serial {
        case 0, 10, 11: SQLITE_NULL
        case 7: double(at: start).isNaN ? SQLITE_NULL : SQLITE_FLOAT
        case 1...6, 8, 9: SQLITE_INTEGER
        default: serial & 1 == 0 ? SQLITE_BLOB : SQLITE_TEXT
        }
    }

    @inline(__always) var isMissing: Bool { serial == 0 || type == SQLITE_NULL }

    /// The number of a numeric value, cut to an integer; 0 of anything else.
    @inline(__always)
    var integer: Int64 {
        if serial < 7 { return wholeNumber }
        if serial > 9 { return 0 }
        return serial == 7 ? Int64(clamping: double(at: start)) : Int64(serial - 8)
    }

    @inline(__always)
    var double: Double {
        if serial == 7 {
            let number = double(at: start)
            return number.isNaN ? 0 : number
        }
        return Double(integer)
    }

    /// The bytes of a text or blob; nowhere of anything else.
    @inline(__always)
    var bytes: UnsafeRawBufferPointer {
        serial >= 12
            ? UnsafeRawBufferPointer(start: start, count: (serial - 12) >> 1)
            : UnsafeRawBufferPointer(start: nil, count: 0)
    }

    @inline(__always)
    func standing(to number: PageNumber) -> PageNumber.Standing {
        switch number {
        case .integer(let number) where serial < 7 || serial == 8 || serial == 9:
            return serial == 0 ? .missing : PageNumber.standing(integer, number)
        case .double(let number) where serial == 7:
            let found = double(at: start)
            return found.isNaN ? .missing : PageNumber.standing(found, number)
        default: return rareStanding(to: number)
        }
    }

    @inline(never)
    private func rareStanding(to number: PageNumber) -> PageNumber.Standing {
        number.standing(of: self)
    }

    /// The integer of a serial type up to 6; eight bytes can be read wherever a value lies.
    @inline(__always)
    private var wholeNumber: Int64 {
        let size = RecordColumns.size(ofNumber: serial)
        let bits = Int64(bigEndian: start.loadUnaligned(as: Int64.self))
        return size == 0 ? 0 : bits >> Int64(64 - 8 * size)
    }

    @inline(__always)
    private func double(at start: UnsafeRawPointer) -> Double {
        Double(bitPattern: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)))
    }
}

extension Int64 {
    /// A double cut to an integer, at the ends of what there is.
    fileprivate init(clamping number: Double) {
        self = Int64(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
