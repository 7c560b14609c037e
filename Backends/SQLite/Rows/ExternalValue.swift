/// What the column of an attribute with external storage holds: 1 and the value, or 2, a file's name and a zero byte.
enum ExternalValue {
    case inline(UnsafeRawBufferPointer)
    case file(String)

    /// Values of more bytes than this go into files.
    static let threshold = 100 << 10
    static let inlineMark: UInt8 = 1
    static let fileMark: UInt8 = 2

    /// Reads a column's bytes; nil when they are neither.
    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.first {
        case Self.inlineMark: self = .inline(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
        case Self.fileMark:
            let name = bytes.dropFirst().prefix { $0 != 0 }
            // A name is letters, digits and hyphens, so that no column can lead out of the folder.
            let isName = name.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
                default: false
                }
            }
            guard isName, (1...64).contains(name.count) else { return nil }
            self = .file(String(decoding: name, as: UTF8.self))
        default: return nil
        }
    }

    /// The column's bytes for a file.
    static func column(file name: String) -> [UInt8] { [fileMark] + Array(name.utf8) + [0] }

    /// The column's bytes for a value.
    static func column(inline value: UnsafeRawBufferPointer) -> [UInt8] {
        Array(unsafeUninitializedCapacity: value.count + 1) { buffer, count in
            buffer[0] = inlineMark
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[1...]).copyMemory(from: value)
            count = value.count + 1
        }
    }
}
