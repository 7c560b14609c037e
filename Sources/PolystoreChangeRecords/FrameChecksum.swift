import PolystoreModel
import PolystoreStorage

/// The checksum of a frame: CRC-32C over the first 8 bytes of the header and the payload, continued from that of the frame
/// before; the first continues 0.
package enum FrameChecksum {
    /// The checksum of a whole frame, whose own checksum does not enter.
    static func sum(_ frame: UnsafeRawBufferPointer, after checksum: UInt32) -> UInt32 {
        let head = CRC32C.sum(UnsafeRawBufferPointer(rebasing: frame.prefix(8)), after: checksum)
        return CRC32C.sum(UnsafeRawBufferPointer(rebasing: frame.dropFirst(RecordFormat.headerSize)), after: head)
    }

    /// Gives the frames of a record the checksums that fit what they hold, as far as there are whole frames.
    ///
    /// For tests of what stands behind the checksums.
    package static func repair(_ record: inout [UInt8]) {
        var (start, checksum) = (0, UInt32(0))
        record.withUnsafeMutableBytes { bytes in
            while bytes.count - start >= RecordFormat.headerSize {
                let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
                let end = start + RecordFormat.headerSize + length
                guard end <= bytes.count else { return }
                checksum = sum(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), after: checksum)
                bytes.storeBytes(of: checksum.littleEndian, toByteOffset: start + 8, as: UInt32.self)
                start = end
            }
        }
    }
}
