import CPolystorePrefetch
import PolystoreModel
import PolystoreStorage

/// Rows that were found, in the order of a list that is not that of their keys: verified and copied.
final class ListedPortions: RowPortions {
    private let contents: RecordContents
    private let root: UInt16
    private let keys: [Int64]
    /// The records of the keys; empty for keys without one.
    private let values: [UnsafeRawBufferPointer]
    private let builder: RowBatchBuilder
    @exclusivity(unchecked) private var place = 0
    private var size = PortionSize()

    /// How many rows before it is read a row is asked for.
    private static let ahead = 8

    init(_ contents: RecordContents, _ root: UInt16, _ keys: [Int64], _ values: [UnsafeRawBufferPointer]) {
        (self.contents, self.root, self.keys, self.values) = (contents, root, keys, values)
        builder = RowBatchBuilder(
            layouts: contents.catalog.layouts, expectedBytes: min(keys.count * 128, RowBatchBuilder.batchSize))
    }

    var isAtEnd: Bool { place == values.count }

    func reserve() { builder.reserve(batches: size.batches + 1) }

    func next() throws(StoreError) -> [RowBatch] {
        var found: [RowBatch] = []
        while !isAtEnd, found.count < size.batches {
            try copyUntilFull()
            found += isAtEnd ? builder.takeBatches() : builder.takeFullBatches()
        }
        size.grow()
        return found
    }

    private func copyUntilFull() throws(StoreError) {
        let reader = contents.reader
        while place < values.count, !builder.hasFullBatch {
            // They were found in another order: each has to come from memory.
            if place + Self.ahead < values.count { polystore_prefetch(values[place + Self.ahead].baseAddress, 3) }
            defer { place += 1 }
            let value = values[place]
            guard value.baseAddress != nil else { continue }
            let row = try reader.view(value, root, keys[place])
            try reader.verifyUnlessIntact(row)
            builder.append(row)
        }
    }
}
