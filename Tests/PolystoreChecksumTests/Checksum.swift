import CPolystoreChecksum
import Testing

/// One way to compute CRC-32C; both must agree on every input.
enum Checksum: CaseIterable, CustomTestStringConvertible {
    /// What the library uses: the processor's instruction where there is one.
    case chosen
    /// Slicing by eight, whatever the processor offers.
    case table

    var testDescription: String {
        switch self {
        case .chosen: polystore_crc32c_uses_instruction() == 1 ? "instruction" : "table (no instruction here)"
        case .table: "table"
        }
    }

    /// The sum of `bytes`, continued from `seed`.
    func sum(_ bytes: some Collection<UInt8>, seed: UInt32 = 0) -> UInt32 {
        let contiguous = Array(bytes)
        return contiguous.withUnsafeBytes { buffer in
            switch self {
            case .chosen: polystore_crc32c(seed, buffer.baseAddress, buffer.count)
            case .table: polystore_crc32c_by_table(seed, buffer.baseAddress, buffer.count)
            }
        }
    }
}
