import CPolystoreChecksum
import Foundation

/// What a redo log begins with: which file it belongs to, and what has to be done when that is opened.
///
/// Magic number (8 bytes), sequence (8), identity (16), start of the machine (16), 1 if open (8), place of the first record
/// (8), base (120), CRC-32C of those (4). Numbers are little-endian, the base is as the library writes it.
struct RedoHead: Hashable, Sendable {
    static let magic: UInt64 = 0x324F_4445_5253_5001
    static let length = summed + 4
    private static let summed = 64 + LMDBState.length

    /// Grows with each head; the newer of two counts.
    var sequence: UInt64 = 0
    /// What the file bears while the log belongs to it.
    var identity: UUID
    /// The start of the machine since which the file is whole in the system's memory, whatever of it is on the disk.
    var machineStart: UUID
    /// Whether the file may be whole on the disk only with the log; otherwise it speaks for itself.
    var isOpen: Bool
    /// Where the record behind the base lies, or at the beginning of all records.
    var begin: Int
    /// The state whose pages are all on the disk, and stay there as they are.
    var base: LMDBState

    init(identity: UUID, machineStart: UUID, isOpen: Bool, begin: Int, base: LMDBState) {
        (self.identity, self.machineStart, self.isOpen) = (identity, machineStart, isOpen)
        (self.begin, self.base) = (begin, base)
    }

    /// Reads a head; nil when the bytes are no whole one.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length, Self.number(bytes, 0) == Self.magic,
            UInt32(littleEndian: LMDBMeta.number(bytes, Self.summed)) == polystore_crc32c(0, bytes, Self.summed),
            let begin = Int(exactly: Self.number(bytes, 56)), let base = LMDBState(bytes[64..<Self.summed])
        else { return nil }
        sequence = Self.number(bytes, 8)
        identity = UUID(bytes: bytes[16..<32])
        machineStart = UUID(bytes: bytes[32..<48])
        isOpen = Self.number(bytes, 48) == 1
        (self.begin, self.base) = (begin, base)
    }

    /// The head as it lies in the log.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        append(Self.magic)
        append(sequence)
        bytes += identity.bytes + machineStart.bytes
        append(UInt64(isOpen ? 1 : 0))
        append(UInt64(begin))
        bytes += base.bytes
        append(polystore_crc32c(0, bytes, bytes.count))
        return bytes
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        UInt64(littleEndian: LMDBMeta.number(bytes, offset))
    }
}

extension UUID {
    /// Takes 16 bytes.
    fileprivate init(bytes: ArraySlice<UInt8>) {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }

    /// Its 16 bytes.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
