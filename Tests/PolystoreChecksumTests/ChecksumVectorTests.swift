import Testing

/// The sums that the standard publishes (RFC 3720, appendix B.4, and the check value of the CRC catalogue).
@Suite("CRC-32C vectors")
struct ChecksumVectorTests {
    /// Bytes with their published sum.
    static let vectors: [(name: String, bytes: [UInt8], sum: UInt32)] = [
        ("no bytes", [], 0),
        ("the digits 1 to 9", Array("123456789".utf8), 0xE306_9283),
        ("32 zero bytes", Array(repeating: 0x00, count: 32), 0x8A91_36AA),
        ("32 bytes 0xFF", Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
        ("0 to 31 ascending", Array(0...31), 0x46DD_794E),
        ("31 to 0 descending", Array((0...31).reversed()), 0x113F_DB5C),
        (
            "an iSCSI read command",
            [
                0x01, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18,
                0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            ], 0xD996_3A56
        ),
    ]

    @Test("published bytes give the published sum", arguments: Checksum.allCases, vectors.indices)
    func publishedSum(checksum: Checksum, index: Int) {
        let vector = Self.vectors[index]
        #expect(checksum.sum(vector.bytes) == vector.sum, "\(vector.name)")
    }

    @Test("no bytes leave the sum as it was", arguments: Checksum.allCases)
    func emptyContinuation(checksum: Checksum) {
        #expect(checksum.sum([], seed: 0xE306_9283) == 0xE306_9283)
    }
}
