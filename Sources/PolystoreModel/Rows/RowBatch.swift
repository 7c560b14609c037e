import Foundation

/// Rows in one piece of memory, immutable: what a fetch returns, what objects read from.
///
/// The memory is freed when the batch is; a `RowView` of it is valid as long as somebody holds the batch. Each row lies
/// at a multiple of 8, with its key in the 8 bytes before it.
public final class RowBatch: Sendable {
    // SAFETY: the memory is written before the batch exists and only read afterwards; it is freed in deinit.
    nonisolated(unsafe) let base: UnsafeMutableRawPointer
    /// The bytes in use.
    public let byteCount: Int
    /// The number of rows.
    public let count: Int
    /// The layouts by which the rows are read; all rows are of one store.
    public let layouts: LayoutTable

    init(base: UnsafeMutableRawPointer, byteCount: Int, count: Int, layouts: LayoutTable) {
        self.base = base
        self.byteCount = byteCount
        self.count = count
        self.layouts = layouts
    }

    /// Makes a batch of a copy of one row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - layouts: The layouts of the row's store.
    public init(copying row: RowView, layouts: LayoutTable) {
        let length = row.length
        byteCount = (8 + length + 7) & ~7
        base = RowBatch.allocate(byteCount)
        base.storeBytes(of: row.key, as: Int64.self)
        (base + 8).copyMemory(from: row.base, byteCount: length)
        count = 1
        self.layouts = layouts
    }

    deinit { free(base) }

    /// Memory for rows, which `free` takes back.
    ///
    /// Not the standard library's, which asks the system for an alignment of its own and so for another, slower call.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard let memory = malloc(byteCount) else { preconditionFailure("there is no memory for \(byteCount) bytes") }
        return memory
    }

    /// The first byte of the memory; rows are named by their offset from it.
    public var memory: UnsafeRawPointer { UnsafeRawPointer(base) }

    /// The store of the rows.
    public var store: StoreNumber { layouts.store }

    /// The row at an offset that the batch itself gave out.
    public func row(at offset: Int) -> RowView {
        let row = UnsafeRawPointer(base) + offset
        guard let view = layouts.view(of: row, key: (row - 8).loadUnaligned(as: Int64.self)) else {
            preconditionFailure("a batch holds a row of an unknown layout")
        }
        return view
    }
}

extension RowBatch: Sequence {
    /// The rows in the order in which they were added.
    public func makeIterator() -> Iterator { Iterator(batch: self, position: 0) }

    /// Walks over the rows of a batch.
    public struct Iterator: IteratorProtocol {
        let batch: RowBatch
        var position: Int

        /// The next row.
        public mutating func next() -> RowView? {
            guard let offset = nextOffset() else { return nil }
            return batch.row(at: offset)
        }

        /// The offset of the next row.
        public mutating func nextOffset() -> Int? {
            guard position < batch.byteCount else { return nil }
            let offset = position + 8
            position = (offset + RowHeader.length(batch.memory + offset) + 7) & ~7
            return offset
        }
    }
}
