import CPolystoreChecksum

/// CRC-32C (Castagnoli), by which stored and recorded bytes are checked.
package enum CRC32C {
    /// The checksum of bytes, continued from that of the bytes before; 0 begins.
    package static func sum(_ bytes: UnsafeRawBufferPointer, after checksum: UInt32 = 0) -> UInt32 {
        polystore_crc32c(checksum, bytes.baseAddress, bytes.count)
    }
}
