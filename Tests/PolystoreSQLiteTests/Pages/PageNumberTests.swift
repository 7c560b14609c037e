import CPolystoreSQLite
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Numbers on pages")
struct PageNumberTests {
    @Test("stand to values as the library says that they do")
    func standings() throws {
        let store = try PageStore.make()
        let snapshot = try store.snapshot()
        let values: [SQLValue] =
            PageStore.numbers.map(SQLValue.integer) + PageStore.doubles.map(SQLValue.double)
            + [.double(-0.0), .double(0x1p63 - 1024), .double(-0x1p63), .double(.leastNonzeroMagnitude)]
        let others: [SQLValue] = [.text([]), .text([49]), .blob([]), .blob([0])]
        try snapshot.use { (connection) throws(StoreError) in
            let statement = try connection.prepare("SELECT ?1, ?2, (?1 > ?2) - (?1 < ?2)")
            for value in values + others {
                for number in values {
                    value.bind(to: statement, 1)
                    number.bind(to: statement, 2)
                    guard try statement.step() else { continue }
                    let expected: PageNumber.Standing =
                        statement.integer(2) < 0 ? .less : statement.integer(2) > 0 ? .greater : .equal
                    let standing = PageNumber(number)?.standing(of: statement.value(0))
                    #expect(standing == expected, "\(value) \(number)")
                    statement.reset()
                }
            }
        }
    }

    @Test("are read from records as the library reads them, whatever their length")
    func records() throws {
        let columns = RecordColumns(count: 4)
        let places = UnsafeMutablePointer<Int32>.allocate(capacity: 3)
        defer { places.deallocate() }
        for place in 0..<3 { places[place] = Int32(place) }
        for number in PageStore.numbers + [255, 256, 1 << 23, -(1 << 23) - 1, 1 << 31, 1 << 47, -(1 << 47) - 1] {
            for size in [1, 2, 3, 4, 6, 8] {
                let bits = size * 8
                guard bits == 64 || number >= -(1 << (bits - 1)) && number < 1 << (bits - 1) else { continue }
                let serial = UInt8([1: 1, 2: 2, 3: 3, 4: 4, 6: 5, 8: 6][size] ?? 0)
                let big = withUnsafeBytes(of: number.bigEndian) { Array($0) }
                // A text before it, a double behind it.
                let half = withUnsafeBytes(of: 0.5.bitPattern.bigEndian) { Array($0) }
                let bytes: [UInt8] =
                    [4, 17, serial, 7, 65, 66] + big.suffix(size) + half + Array(repeating: 0, count: 16)
                bytes.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    let length = bytes.count - 16
                    #expect(columns.find(3, in: start, length: length))
                    let row = RecordRow(key: 1, record: start, columns: columns.columns, places: places)
                    #expect(Array(row.value(0).bytes) == [65, 66])
                    #expect(row.value(1).integer == number && row.value(1).double == Double(number))
                    #expect(row.value(2).double == 0.5 && row.value(2).type == SQLITE_FLOAT)
                    // Cut off, or with fewer columns, it is none.
                    #expect(!columns.find(3, in: start, length: length - 1))
                    #expect(!columns.find(4, in: start, length: length))
                }
            }
        }
    }

    @Test("that are no types of values make a record none, and do not end the process")
    func impossibleTypes() {
        let columns = RecordColumns(count: 2)
        let types: [[UInt8]] = [
            [10], [11], [0xC8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80], Array(repeating: 0xFF, count: 9),
            Array("中文字中文字".utf8), [0x84, 0x80, 0x80, 0x80, 0x0C],
        ]
        for type in types {
            let header = [UInt8(type.count + 2), 1] + type
            let bytes = header + Array(repeating: 0, count: 64)
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                #expect(columns.find(1, in: start, length: header.count + 8))
                #expect(!columns.find(2, in: start, length: header.count + 8))
            }
        }
    }

    @Test("the first few are those of a whole order, with keys in the same direction", arguments: [true, false])
    func firstFew(_ isAscending: Bool) throws {
        var random = RandomSource()
        let store = try PageStore.make()
        try store.snapshot().use { (connection) throws(StoreError) in
            let statement = try connection.prepare("SELECT ?1")
            for limit in [1, 2, 7, 100] {
                var first = FirstKeys(limit, isAscending: isAscending)
                var all: [(number: Double, key: Int64)] = []
                for _ in 0..<300 {
                    let number = Double(Int.random(in: -9...9, using: &random)) / 2
                    let key = Int64.random(in: .min ... .max, using: &random)
                    all.append((number, key))
                    statement.bind(number, 1)
                    _ = try statement.step()
                    let isNumber = first.offer(statement.value(0), key)
                    #expect(isNumber)
                    statement.reset()
                }
                all.sort {
                    isAscending ? ($0.number, $0.key) < ($1.number, $1.key) : ($0.number, $0.key) > ($1.number, $1.key)
                }
                #expect(first.keys == all.prefix(limit).map(\.key))
            }
        }
    }
}
