import Foundation

/// Rows in one piece of memory: what a fetch returns, what objects read from.
///
/// The memory is freed when the batch is; a `RowView` of it is valid as long as the batch is held. Each row lies at a
/// multiple of 8, with its key in the 8 bytes before it. A row never changes; only a batch with room, which a context
/// fills with what it reads one by one, gets more of them.
public final class RowBatch: Sendable {
    // SAFETY: a row is written before its offset is handed out, and only read afterwards; the memory is freed in
    // deinit.
    nonisolated(unsafe) let base: UnsafeMutableRawPointer
    /// The bytes that there are, of which a batch with room does not use all.
    package let memoryByteCount: Int
    /// The bytes that the memory was asked for with.
    private let capacity: Int
    // SAFETY: changed by the one context that adds rows to a batch that it made; other holders of the batch, on another
    // thread perhaps, ask for the row of an offset and not for this.
    @exclusivity(unchecked) private nonisolated(unsafe) var used: (bytes: Int, rows: Int)
    /// The layouts by which the rows are read; all rows are of one store.
    public let layouts: LayoutTable

    /// Makes a batch of rows that lie in memory already, which is the batch's from now on.
    init(base: UnsafeMutableRawPointer, capacity: Int, byteCount: Int, count: Int, layouts: LayoutTable) {
        self.base = base
        self.capacity = capacity
        memoryByteCount = byteCount
        used = (byteCount, count)
        self.layouts = layouts
    }

    /// Makes an empty batch with room for rows that `add` copies into it.
    ///
    /// - Parameters:
    ///   - capacity: The bytes for rows; `room(for:)` says how many a row takes.
    ///   - layouts: The layouts of the rows' store.
    package init(capacity: Int, layouts: LayoutTable) {
        self.capacity = capacity
        base = RowBatch.allocate(capacity)
        memoryByteCount = capacity
        used = (0, 0)
        self.layouts = layouts
    }

    /// The bytes that a row takes in a batch.
    @inline(__always)
    package static func room(for row: RowView) -> Int { room(forLength: row.length) }

    /// The same for a row of so many bytes.
    @inline(__always)
    package static func room(forLength length: Int) -> Int { (8 + length + 7) & ~7 }

    /// Adds a copy of a row; only the context that made the batch does so.
    ///
    /// - Returns: The row's offset; nil when there is no room for it.
    package func add(_ row: RowView) -> Int? {
        let start = used.bytes
        let end = start + RowBatch.room(for: row)
        guard end <= memoryByteCount else { return nil }
        base.storeBytes(of: row.key, toByteOffset: start, as: Int64.self)
        (base + start + 8).copyMemory(from: row.base, byteCount: row.length)
        used = (end, used.rows + 1)
        return start + 8
    }

    deinit { free(base) }

    /// Memory for rows, which `free` takes back.
    ///
    /// Not the standard library's, which asks the system for an alignment of its own and so for another, slower call.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard let memory = malloc(byteCount) else { preconditionFailure("there is no memory for \(byteCount) bytes") }
        return memory
    }

    /// The bytes in use.
    public var byteCount: Int { used.bytes }

    /// The number of rows.
    public var count: Int { used.rows }

    /// The first byte of the memory; rows are named by their offset from it.
    public var memory: UnsafeRawPointer { UnsafeRawPointer(base) }

    /// Where the row behind the one at an offset lies, if there is one: behind the last, more than `byteCount`.
    @inline(__always)
    package func offset(behind offset: Int) -> Int { ((offset + RowHeader.length(memory + offset) + 7) & ~7) + 8 }

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
