import PolystoreModel

/// What an engine's own library finds in a store's file, without anything of ours.
enum RawStore {
    /// The checksum of all rows, in their order; what is changed also without a save is left out.
    static func checksum(_ kind: TortureStores.Kind, _ path: String) throws -> UInt32 {
        switch kind {
        case .sqlite: try RawSQLite.checksum(path)
        case .lmdb: try RawLMDB.checksum(path)
        }
    }
}

/// The checksum of what comes one after another.
struct RunningChecksum {
    private(set) var sum: UInt32 = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // The length tells parts from each other.
        withUnsafeBytes(of: Int64(bytes.count).littleEndian) { sum = CRC32C.sum($0, after: sum) }
        sum = CRC32C.sum(bytes, after: sum)
    }

    mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }
}
