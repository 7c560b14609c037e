import PolystoreModel

/// The keys of the tables `records` and `data`: hierarchy (2 bytes), key (8 bytes, sign bit inverted), and for data the
/// property's name; all big-endian.
enum RecordKey {
    /// The length of a record's key.
    static let length = 10

    /// Calls a closure with the key of a record.
    @inline(__always)
    static func with<Result, Failure: Error>(
        _ root: UInt16, _ key: Int64, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var bytes: (UInt64, UInt16) = (0, 0)
        return try unsafeBytes(of: &bytes) { (raw) throws(Failure) in
            write(root, key, to: raw)
            return try body(UnsafeRawBufferPointer(start: raw, count: length))
        }
    }

    /// Writes the key of a record to memory.
    @inline(__always)
    static func write(_ root: UInt16, _ key: Int64, to target: UnsafeMutableRawPointer) {
        target.storeBytes(of: root.bigEndian, as: UInt16.self)
        target.storeBytes(of: (UInt64(bitPattern: key) ^ 1 << 63).bigEndian, toByteOffset: 2, as: UInt64.self)
    }

    @inline(__always)
    private static func unsafeBytes<Storage, Result, Failure: Error>(
        of storage: inout Storage, _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutablePointer(to: &storage) { (pointer) throws(Failure) in
            try body(UnsafeMutableRawPointer(pointer))
        }
    }

    /// The bytes of a record's key.
    static func bytes(_ root: UInt16, _ key: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        KeyEncoding.append(root, to: &bytes)
        KeyEncoding.append(signed: key, to: &bytes)
        return bytes
    }

    /// The bytes that all records of a hierarchy begin with.
    static func prefix(_ root: UInt16) -> [UInt8] {
        var bytes: [UInt8] = []
        KeyEncoding.append(root, to: &bytes)
        return bytes
    }

    /// The object's key in the last 8 bytes of a key that is long enough.
    @inline(__always)
    static func key(atEndOf bytes: UnsafeRawBufferPointer) -> Int64 {
        signed(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    }

    /// The signed number of 8 bytes as they were read.
    @inline(__always)
    static func signed(_ stored: UInt64) -> Int64 { Int64(bitPattern: UInt64(bigEndian: stored) ^ 1 << 63) }

    /// The key of data that is kept out of a row.
    static func data(_ root: UInt16, _ key: Int64, property: String) -> [UInt8] {
        var bytes = RecordKey.bytes(root, key)
        let name = Array(property.utf8)
        // Names may be longer than a key: a hash keeps them apart then.
        if name.count <= 400 {
            bytes += name
        } else {
            bytes += name.prefix(400)
            KeyEncoding.append(IndexKey.hash(name), to: &bytes)
        }
        return bytes
    }
}
