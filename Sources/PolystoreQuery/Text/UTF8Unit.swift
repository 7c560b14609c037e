/// One step through UTF-8 bytes: a Unicode scalar, or one byte that is no part of a valid scalar.
///
/// Where units begin does not depend on where reading starts: the first byte of a scalar is never a later byte of another.
struct UTF8Unit {
    /// The scalar, or ``invalid``.
    let scalar: UInt32

    /// The number of bytes, 1…4; 1 for an invalid byte.
    let length: Int

    /// Stands for a byte that is no part of a valid scalar.
    static let invalid: UInt32 = .max

    /// The unit at an offset inside the bytes.
    init(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        let first = bytes[offset]
        guard first >= 0x80 else {
            (scalar, length) = (UInt32(first), 1)
            return
        }
        let (count, leastScalar, firstMask): (Int, UInt32, UInt8) =
            switch first {
            case 0xc2...0xdf: (2, 0x80, 0x1f)
            case 0xe0...0xef: (3, 0x800, 0x0f)
            case 0xf0...0xf4: (4, 0x10000, 0x07)
            default: (1, 0, 0)
            }
        guard count > 1, bytes.count - offset >= count else {
            (scalar, length) = (Self.invalid, 1)
            return
        }
        var value = UInt32(first & firstMask)
        for index in 1..<count {
            let byte = bytes[offset + index]
            guard byte & 0xc0 == 0x80 else {
                (scalar, length) = (Self.invalid, 1)
                return
            }
            value = value << 6 | UInt32(byte & 0x3f)
        }
        guard value >= leastScalar, value <= 0x10ffff, !(0xd800...0xdfff).contains(value) else {
            (scalar, length) = (Self.invalid, 1)
            return
        }
        (scalar, length) = (value, count)
    }

    /// The unit that ends at an offset, which is above zero.
    init(endingAt end: Int, in bytes: UnsafeRawBufferPointer) {
        var start = end - 1
        while start > 0, end - start < 4, bytes[start] & 0xc0 == 0x80 {
            start -= 1
        }
        let unit = UTF8Unit(at: start, in: bytes)
        if start + unit.length == end {
            self = unit
        } else {
            (scalar, length) = (Self.invalid, 1)
        }
    }

    /// Appends the bytes of a scalar.
    static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case ..<0x80:
            bytes.append(UInt8(scalar))
        case ..<0x800:
            bytes.append(0xc0 | UInt8(scalar >> 6))
            bytes.append(0x80 | UInt8(scalar & 0x3f))
        case ..<0x10000:
            bytes.append(0xe0 | UInt8(scalar >> 12))
            bytes.append(0x80 | UInt8(scalar >> 6 & 0x3f))
            bytes.append(0x80 | UInt8(scalar & 0x3f))
        default:
            bytes.append(0xf0 | UInt8(truncatingIfNeeded: scalar >> 18 & 0x07))
            bytes.append(0x80 | UInt8(scalar >> 12 & 0x3f))
            bytes.append(0x80 | UInt8(scalar >> 6 & 0x3f))
            bytes.append(0x80 | UInt8(scalar & 0x3f))
        }
    }
}
