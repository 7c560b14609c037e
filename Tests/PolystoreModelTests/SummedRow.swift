import CPolystoreChecksum
import Foundation
import PolystoreModel
import PolystoreRandom

/// A row of random values, and the bytes that its checksum is taken over, put one behind another as the format says.
struct SummedRow {
    /// What the checksum is taken over.
    private(set) var summed: [UInt8] = []
    private let builder: RowBatchBuilder
    private var random: RandomSource

    init(_ layout: RowLayout, _ builder: RowBatchBuilder, _ random: inout RandomSource) {
        self.builder = builder
        self.random = RandomSource(seed: random.next())
        let key = Int64(bitPattern: self.random.next())
        let version = UInt32(truncatingIfNeeded: self.random.next())
        builder.begin(layout, key: key, version: version)
        append(layout.descriptor.root)
        append(UInt64(bitPattern: key))
        append(layout.descriptor.entity)
        append(version)
        for slot in layout.slots.sorted(by: { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }) {
            if self.random.chance(4) { append(UInt8(0)) } else { fill(slot) }
        }
    }

    private mutating func append(_ name: String) { summed += Array(name.utf8) + [0] }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { summed += Array($0) }
    }

    private mutating func append(tag: UInt8, _ integer: Int64, _ slot: RowSlot) {
        append(tag)
        append(integer)
        builder.setInteger(integer, slot)
    }

    private mutating func append(tag: UInt8, _ double: Double, _ slot: RowSlot) {
        append(tag)
        append(double.bitPattern)
        builder.setDouble(double, slot)
    }

    private mutating func append(tag: UInt8, text: [UInt8], _ slot: RowSlot) {
        append(tag)
        append(UInt32(text.count))
        summed += text
        text.withUnsafeBytes { builder.setVariable($0, slot) }
    }

    private mutating func fill(_ slot: RowSlot) {
        let word = Int64(bitPattern: random.next())
        switch slot.kind {
        case .boolean:
            append(UInt8(1))
            append(UInt8(word & 1))
            builder.setInteger(word & 1, slot)
        case .integer16: append(tag: 4, Int64(Int16(truncatingIfNeeded: word)), slot)
        case .integer32: append(tag: 4, Int64(Int32(truncatingIfNeeded: word)), slot)
        case .integer64: append(tag: 4, word, slot)
        case .orderKey: append(tag: 16, word, slot)
        case .float: append(tag: 6, Double(Float(word)), slot)
        case .double: append(tag: 6, Double(bitPattern: UInt64(bitPattern: word)), slot)
        case .date: append(tag: 7, Double(word), slot)
        case .uuid:
            let bytes = random.bytes(16)
            append(UInt8(8))
            summed += bytes
            builder.setUUID(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }, slot)
        case .string: append(tag: 9, text: random.bytes(random.below(40)), slot)
        case .uri: append(tag: 10, text: random.bytes(random.below(10)), slot)
        case .decimal: append(tag: 11, text: random.bytes(random.below(20)), slot)
        case .binary: fillData(tag: 12, slot)
        case .transformable: fillData(tag: 13, slot)
        case .reference, .objectReference:
            let peer = slot.hasPeer ? UInt32(truncatingIfNeeded: random.next()) : 0
            append(UInt8(14))
            append(word)
            append(peer)
            builder.setReference(word, peer: peer, slot)
        }
    }

    private mutating func fillData(tag: UInt8, _ slot: RowSlot) {
        let bytes = random.bytes(random.pick([0, 3, 100, 4_095, 4_096, 4_097, 9_000]))
        let isDeferred = random.chance(3)
        append(tag)
        append(UInt64(bytes.count))
        let sum = bytes.withUnsafeBytes { polystore_crc32c(0, $0.baseAddress, $0.count) }
        // What is kept out of a row is described there by its length and sum, whatever its length.
        if isDeferred || bytes.count > 4_096 { append(sum) } else { summed += bytes }
        if isDeferred {
            builder.setDeferred(DeferredData(length: bytes.count, checksum: sum), slot)
        } else {
            bytes.withUnsafeBytes { builder.setVariable($0, slot) }
        }
    }
}
