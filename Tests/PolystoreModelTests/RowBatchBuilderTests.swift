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
        "rows are as they were added, and in their order, however large they are",
        arguments: [false, true])
    func added(hasLargeRows: Bool) {
        var random = RandomSource()
        for _ in 0..<3 {
            let builder = RowBatchBuilder(layouts: LayoutTable([Self.layout]))
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
        }
    }
}
