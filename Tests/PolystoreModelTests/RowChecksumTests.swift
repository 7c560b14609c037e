import CPolystoreChecksum
import Foundation
import PolystoreRandom
import Testing

@testable import PolystoreModel

@Suite("The checksum of a row")
struct RowChecksumTests {
    private static let kinds: [SlotKind] = [
        .boolean, .integer16, .integer32, .integer64, .float, .double, .date, .uuid, .string, .uri, .decimal, .binary,
        .transformable, .reference, .objectReference, .orderKey,
    ]

    private static func layout(_ kinds: [SlotKind], _ random: inout RandomSource) -> RowLayout {
        var slots = kinds.enumerated().map { number, kind in
            let mayLeave = kind == .objectReference || kind == .reference && random.chance(2)
            return RowLayoutDescriptor.Slot(name: "\(random.below(90))-\(number)", kind: kind, hasPeer: mayLeave)
        }
        slots.sort { $0.name < $1.name }
        let split = random.below(slots.count + 1)
        let descriptor = RowLayoutDescriptor(
            number: 1, entity: random.pick(["A", "Überschrift", "Person"]), root: "Root", entityNumber: 3,
            levels: [Array(slots[..<split]), Array(slots[split...])])
        return RowLayout(
            descriptor, entity: nil, store: StoreNumber(rawValue: 1), root: RootNumber(interning: "Root"),
            peers: PeerTable())
    }

    @Test("it is the CRC-32C of names, key, version, tags and values in the order of their names, by either way")
    func definition() {
        var random = RandomSource()
        for _ in 0..<300 {
            let kinds = Self.kinds.shuffled(using: &random).prefix(random.below(Self.kinds.count + 1))
            let layout = Self.layout(Array(kinds), &random)
            let builder = RowBatchBuilder(layouts: LayoutTable([layout]))
            let expected = SummedRow(layout, builder, &random).summed
            let sum = expected.withUnsafeBytes { polystore_crc32c(0, $0.baseAddress, $0.count) }
            let row = builder.end()
            #expect(RowHeader.checksum(row.base) == sum)
            #expect(polystore_row_crc32c_by_table(&layout.table.pointee.checksum, row.key, row.base) == sum)
        }
    }

    @Test("a flipped bit of a value is noticed")
    func flips() {
        var random = RandomSource()
        let layout = Self.layout([.integer64, .string, .uuid, .double], &random)
        let builder = RowBatchBuilder(layouts: LayoutTable([layout]))
        for _ in 0..<20 {
            builder.begin(layout, key: 7, version: 1)
            for slot in layout.slots {
                switch slot.kind {
                case .integer64: builder.setInteger(Int64(bitPattern: random.next()), slot)
                case .double: builder.setDouble(Double(random.below(1_000)), slot)
                case .uuid: builder.setUUID(UUID(), slot)
                default: random.bytes(9).withUnsafeBytes { builder.setVariable($0, slot) }
                }
            }
            let row = builder.end()
            #expect(RowChecksum.verify(row))
            let bytes = UnsafeMutableRawPointer(mutating: row.base)
            for slot in layout.slots {
                let place = slot.kind == .string ? row.length - 1 - random.below(9) : slot.offset + random.below(8)
                let bit = UInt8(1) << UInt8(random.below(8))
                let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
                bytes.storeBytes(of: byte ^ bit, toByteOffset: place, as: UInt8.self)
                #expect(!RowChecksum.verify(row))
                bytes.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
            }
        }
    }
}
