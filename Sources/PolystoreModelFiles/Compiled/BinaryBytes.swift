import Foundation

/// The bytes of a binary property list, read with every bound checked.
struct BinaryBytes {
    private let bytes: [UInt8]
    /// How many bytes of objects may still be copied: objects lie side by side, so all of them fit in the file.
    private var budget: Int
    /// Where the objects end.
    var end: Int
    /// The bytes of a reference to another object.
    var referenceSize = 1
    /// The number of objects.
    var objectCount = 0

    init(_ data: Data) {
        bytes = Array(data)
        end = bytes.count
        // Texts in ASCII may be shared by files that were made with care, so some overlap is allowed.
        budget = bytes.count * 4
    }

    var count: Int { bytes.count }

    subscript(index: Int) -> UInt8 { bytes[index] }

    func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

    /// An unsigned number in big-endian order that fits an `Int`.
    func integer(at offset: Int, size: Int) throws(BinaryPropertyList.Fault) -> Int {
        guard offset >= 0, size > 0, size <= 8, offset <= bytes.count - size else {
            throw fault("a number lies outside of the file", offset)
        }
        let value = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw fault("a number is too large", offset) }
        return number
    }

    /// The object at an offset.
    mutating func object(at offset: Int) throws(BinaryPropertyList.Fault) -> BinaryPropertyList.Object {
        guard offset >= 8, offset < end else { throw fault("an object lies outside of the file", offset) }
        let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0x0F))
        switch kind {
        case 0x0 where low == 0: return .null
        case 0x0 where low == 8 || low == 9: return .boolean(low == 9)
        case 0x1 where low <= 4: return .integer(try signed(at: offset + 1, size: 1 << low))
        case 0x2 where low == 2 || low == 3: return .double(try real(at: offset + 1, size: 1 << low))
        case 0x3 where low == 3: return .date(try real(at: offset + 1, size: 8))
        case 0x8: return .reference(try integer(at: offset + 1, size: low + 1))
        case 0x4, 0x5, 0x6: return try text(kind, at: offset, low)
        case 0xA, 0xC, 0xD: return try container(kind, at: offset, low)
        default: throw fault("an object is of the unknown kind \(bytes[offset])", offset)
        }
    }

    private mutating func text(
        _ kind: UInt8, at offset: Int, _ low: Int
    ) throws(BinaryPropertyList.Fault) -> BinaryPropertyList.Object {
        let (length, start) = try length(at: offset, low)
        let range = try range(at: start, count: length, size: kind == 0x6 ? 2 : 1)
        switch kind {
        case 0x4: return .data(Array(bytes[range]))
        case 0x5:
            guard bytes[range].allSatisfy({ $0 < 0x80 }) else { throw fault("a text is damaged", offset) }
            return .string(String(decoding: bytes[range], as: UTF8.self))
        default:
            let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { index in
                UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            }
            return .string(String(decoding: units, as: UTF16.self))
        }
    }

    private mutating func container(
        _ kind: UInt8, at offset: Int, _ low: Int
    ) throws(BinaryPropertyList.Fault) -> BinaryPropertyList.Object {
        let (count, start) = try length(at: offset, low)
        let isDictionary = kind == 0xD
        let range = try range(at: start, count: count, size: referenceSize * (isDictionary ? 2 : 1))
        var numbers: [Int] = []
        for place in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
            let number = try integer(at: place, size: referenceSize)
            guard number < objectCount else { throw fault("a reference leads nowhere", place) }
            numbers.append(number)
        }
        guard isDictionary else { return .array(numbers) }
        return .dictionary(keys: Array(numbers.prefix(count)), values: Array(numbers.dropFirst(count)))
    }

    /// The length of an object and where its contents begin.
    private func length(at offset: Int, _ low: Int) throws(BinaryPropertyList.Fault) -> (length: Int, start: Int) {
        guard low == 0x0F else { return (low, offset + 1) }
        guard offset + 1 < end, bytes[offset + 1] >> 4 == 0x1, bytes[offset + 1] & 0x0F <= 3 else {
            throw fault("a length is damaged", offset)
        }
        let size = 1 << Int(bytes[offset + 1] & 0x0F)
        return (try integer(at: offset + 2, size: size), offset + 2 + size)
    }

    /// The bytes of some elements, all of which lie before the end.
    private mutating func range(
        at start: Int, count: Int, size: Int
    ) throws(BinaryPropertyList.Fault) -> Range<Int> {
        guard start <= end, count <= (end - start) / size else {
            throw fault("an object is longer than the file", start)
        }
        budget -= count * size
        if budget < 0 { throw fault("the objects overlap", start) }
        return start..<start + count * size
    }

    private func signed(at offset: Int, size: Int) throws(BinaryPropertyList.Fault) -> Int64 {
        // Numbers of 16 bytes are unsigned ones of 8; those of fewer than 8 bytes have no sign either.
        let start = size == 16 ? offset + 8 : offset
        let width = min(size, 8)
        guard start <= bytes.count - width else { throw fault("a number lies outside of the file", offset) }
        return Int64(bitPattern: bytes[start..<start + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private func real(at offset: Int, size: Int) throws(BinaryPropertyList.Fault) -> Double {
        let bits = UInt64(bitPattern: try signed(at: offset, size: size))
        return size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    }

    private func fault(_ message: String, _ offset: Int) -> BinaryPropertyList.Fault {
        BinaryPropertyList.Fault(message: "the property list is damaged: \(message)", offset: offset)
    }
}
