import Foundation
import PolystoreModel
import PolystoreRandom
import Testing

@Suite("Rows in batches")
struct RowBatchBuilderTests {
    private static let layout = RowLayout(
        RowLayoutDescriptor(
            number: 1, entity: "Note", root: "Note", entityNumber: 1,
            levels: [[RowLayoutDescriptor.Slot(name: "text", kind: .string)]]), entity: nil,
        store: StoreNumber(rawValue: 1), root: RootNumber(interning: "Note"), peers: PeerTable())

    @Test(
        "rows lie in memory that was reserved, in the order in which it was told, and are as they were added",
        arguments: [false, true])
    func reserved(hasLargeRows: Bool) {
        var random = RandomSource()
        for count in [0, 1, 5, 60] {
            let builder = RowBatchBuilder(layouts: LayoutTable([Self.layout]))
            let memory = builder.reserve(batches: count)
            #expect(memory.count == count)
            let lengths = (0..<400).map { _ in
                // Some take more than a whole batch.
                hasLargeRows && random.chance(20) ? 40_000 + random.below(50_000) : random.below(3_000)
            }
            for (index, length) in lengths.enumerated() {
                builder.begin(Self.layout, key: Int64(index), version: 1)
                let bytes = [UInt8](repeating: UInt8(index % 251), count: length)
                bytes.withUnsafeBytes { builder.setVariable($0, Self.layout.slots[0]) }
                builder.end()
            }
            let batches = builder.takeBatches()
            let rows = batches.flatMap { Array($0) }
            #expect(rows.map(\.key) == lengths.indices.map(Int64.init))
            for (index, row) in rows.enumerated() {
                let bytes = row.variable(Self.layout.slots[0])
                #expect(bytes.count == lengths[index] && bytes.allSatisfy { $0 == UInt8(index % 251) })
            }
            let reserved = memory.map { UnsafeRawPointer($0.baseAddress) }
            let places = batches.compactMap { reserved.firstIndex(of: $0.memory) }
            // What a large row has left behind may be given out again.
            if hasLargeRows { continue }
            // The first batch has the memory that the builder began with.
            #expect(places == Array(0..<min(count, batches.count - 1)))
        }
    }
}
