import PolystoreRandom
import CPolystoreChecksum
import Testing

/// What holds for any bytes: sums in pieces, either path, any alignment, and every flipped bit.
@Suite("CRC-32C properties")
struct ChecksumPropertyTests {
    @Test("a buffer split at any place sums to the same", arguments: Checksum.allCases)
    func splitAnywhere(checksum: Checksum) {
        var random = RandomSource()
        let bytes = random.bytes(257)
        let whole = checksum.sum(bytes)
        for place in 0...bytes.count {
            let first = checksum.sum(bytes[..<place])
            #expect(checksum.sum(bytes[place...], seed: first) == whole, "split at \(place)")
        }
    }

    @Test("three pieces, each by the other path, sum to the same")
    func mixedPaths() {
        var random = RandomSource()
        let bytes = random.bytes(64)
        let whole = Checksum.chosen.sum(bytes)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var sum = Checksum.table.sum(bytes[..<first])
                sum = Checksum.chosen.sum(bytes[first..<second], seed: sum)
                sum = Checksum.table.sum(bytes[second...], seed: sum)
                #expect(sum == whole, "split at \(first) and \(second)")
            }
        }
    }

    @Test("the table and the instruction agree at every length and alignment")
    func pathsAgree() {
        var random = RandomSource()
        let bytes = random.bytes(4_096)
        bytes.withUnsafeBytes { buffer in
            for start in 0..<16 {
                for length in 0...300 {
                    let part = UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
                    let chosen = polystore_crc32c(0, part.baseAddress, part.count)
                    let table = polystore_crc32c_by_table(0, part.baseAddress, part.count)
                    #expect(chosen == table, "\(length) bytes from offset \(start)")
                }
            }
        }
        #expect(Checksum.chosen.sum(bytes) == Checksum.table.sum(bytes))
    }

    @Test("the sum is the polynomial's remainder, bit by bit", arguments: Checksum.allCases)
    func bitwiseDefinition(checksum: Checksum) {
        var random = RandomSource()
        for length in 0...70 {
            let bytes = random.bytes(length)
            var remainder: UInt32 = ~0
            for byte in bytes {
                remainder ^= UInt32(byte)
                for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0x82F6_3B78 : 0) }
            }
            #expect(checksum.sum(bytes) == ~remainder, "\(length) bytes")
        }
    }

    @Test("one flipped bit anywhere changes the sum", arguments: Checksum.allCases)
    func flippedBit(checksum: Checksum) {
        var random = RandomSource()
        var bytes = random.bytes(150)
        let sound = checksum.sum(bytes)
        for bit in 0..<bytes.count * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(checksum.sum(bytes) != sound, "bit \(bit)")
            bytes[bit / 8] ^= 1 << (bit % 8)
        }
    }
}
