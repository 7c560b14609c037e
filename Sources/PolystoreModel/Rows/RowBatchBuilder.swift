import Foundation

/// Builds rows in memory, one after another, and hands them out in batches.
///
/// A batch takes at most 32 KiB, except one that holds a single larger row. A row is begun, its slots are set in any
/// order, and it is ended; slots that are not set are missing.
///
/// Not thread-safe; one builder belongs to one fetch.
public final class RowBatchBuilder {
    /// The size at which a batch is full, in bytes: 32 KiB.
    public static let batchSize = 32 << 10

    private let layouts: LayoutTable
    // One builder belongs to one fetch, and no access is re-entrant: there is nothing for the runtime to check.
    @exclusivity(unchecked) @usableFromInline var memory: UnsafeMutableRawPointer
    @exclusivity(unchecked) @usableFromInline var capacity: Int
    @exclusivity(unchecked) private var used = 0
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) @usableFromInline var rowStart = 0
    @exclusivity(unchecked) @usableFromInline var rowEnd = 0
    // INVARIANT: kept alive by `layouts`, or by the caller that is adding a row of it.
    @exclusivity(unchecked) private var layout: Unmanaged<RowLayout>?
    @exclusivity(unchecked) private var finished: [RowBatch] = []

    /// Makes a builder for rows of one store.
    ///
    /// - Parameters:
    ///   - layouts: The store's layouts.
    ///   - expectedBytes: How much memory to begin with; it grows as needed.
    public init(layouts: LayoutTable, expectedBytes: Int = 1024) {
        self.layouts = layouts
        capacity = min(max(expectedBytes, Self.leastCapacity), Self.batchSize)
        memory = RowBatch.allocate(capacity)
    }

    deinit { if capacity > 0 { free(memory) } }

    /// How much memory there is at least, once there is any.
    private static let leastCapacity = 256
    /// Stands for the memory of a builder that has none: read only by a copy of its first bytes, which mean nothing.
    // SAFETY: never written after it is made.
    private nonisolated(unsafe) static let nothing = RowBatch.allocate(16)

    /// The number of rows in the batch that is being filled.
    public var pendingCount: Int { count }

    /// Whether a full batch waits to be taken.
    public var hasFullBatch: Bool { !finished.isEmpty }

    /// The offset that the row which was ended last has in its batch.
    @inline(__always) package var lastOffset: Int { rowStart }

    /// Begins a row; every slot is missing.
    public func begin(_ layout: RowLayout, key: Int64, version: UInt32) {
        place(layout, key)
        RowBytes.initialize(layout, memory + rowStart)
        writeHeader(layout, version)
    }

    /// Begins a row whose slots mean nothing yet, for `setFixedPart`.
    @inline(__always)
    func beginUnset(_ layout: RowLayout, key: Int64, version: UInt32) {
        place(layout, key)
        writeHeader(layout, version)
    }

    @inline(__always)
    private func place(_ layout: RowLayout, _ key: Int64) {
        self.layout = Unmanaged.passUnretained(layout)
        if count > 0, used + 8 + layout.fixedSize > Self.batchSize { closeBatch() }
        rowStart = used + 8
        rowEnd = rowStart
        reserve(layout.fixedSize)
        rowEnd = rowStart + layout.fixedSize
        memory.storeBytes(of: key, toByteOffset: used, as: Int64.self)
    }

    @inline(__always)
    private func writeHeader(_ layout: RowLayout, _ version: UInt32) {
        RowHeader.write(
            layout: layout.number, entity: layout.descriptor.entityNumber, version: version, length: 0, checksum: 0,
            to: memory + rowStart)
    }

    /// The row that was begun, until bytes are added to it or it is ended: for readers that fill slots themselves.
    @inlinable public var row: UnsafeMutableRawPointer { memory + rowStart }

    /// Adds bytes behind the row, to which a variable slot will point.
    ///
    /// - Returns: The bytes from the row's start to them.
    @inlinable public func appendVariable(_ bytes: UnsafeRawBufferPointer) -> Int { append(bytes) }

    /// Sets a slot of an integer kind, a boolean (0 or 1) or an order key.
    @inlinable public func setInteger(_ value: Int64, _ slot: RowSlot) {
        RowBytes.setInteger(value, slot, in: memory + rowStart)
    }

    /// Sets a slot of kind double, float or date.
    @inlinable public func setDouble(_ value: Double, _ slot: RowSlot) {
        RowBytes.setDouble(value, slot, in: memory + rowStart)
    }

    /// Sets a slot of kind UUID.
    @inlinable public func setUUID(_ value: UUID, _ slot: RowSlot) {
        RowBytes.setUUID(value, slot, in: memory + rowStart)
    }

    /// Sets a slot of kind UUID to 16 bytes.
    @inlinable public func setUUID(bytes: UnsafeRawPointer, _ slot: RowSlot) {
        RowBytes.setUUID(bytes: bytes, slot, in: memory + rowStart)
    }

    /// Sets a reference; the peer is ignored where the slot has none.
    @inlinable public func setReference(_ key: Int64, peer: UInt32, _ slot: RowSlot) {
        RowBytes.setReference(key, peer: peer, slot, in: memory + rowStart)
    }

    /// Sets a variable slot to a copy of bytes.
    @inlinable public func setVariable(_ bytes: UnsafeRawBufferPointer, _ slot: RowSlot) {
        let offset = append(bytes)
        RowBytes.setVariable(offset: offset, length: bytes.count, slot, in: memory + rowStart)
    }

    /// Sets a slot of data that stays out of the row.
    public func setDeferred(_ data: DeferredData, _ slot: RowSlot) {
        let offset = data.withDescriptor { append($0) }
        RowBytes.setVariable(
            offset: offset, length: DeferredData.descriptorSize, isDeferred: true, slot, in: memory + rowStart)
    }

    /// Ends the row with its length and checksum; the view is valid until the builder is used again.
    @discardableResult
    public func end() -> RowView {
        let view = endWithoutChecksum()
        let checksum = RowChecksum.compute(view)
        (memory + rowStart).storeBytes(of: checksum.littleEndian, toByteOffset: 12, as: UInt32.self)
        return view
    }

    /// Ends the row with the checksum that the store kept; whether it fits is for the caller to check.
    @discardableResult
    public func end(checksum: UInt32) -> RowView {
        let view = endWithoutChecksum()
        (memory + rowStart).storeBytes(of: checksum.littleEndian, toByteOffset: 12, as: UInt32.self)
        return view
    }

    /// Takes header and fixed part of a row of the same layout for those of the row that was begun; what points into the
    /// variable part is still to be set.
    func setFixedPart(_ row: UnsafeRawPointer, _ layout: RowLayout) {
        (memory + rowStart + RowHeader.size).copyMemory(
            from: row + RowHeader.size, byteCount: layout.fixedSize - RowHeader.size)
    }

    private func endWithoutChecksum() -> RowView {
        guard let layout else { preconditionFailure("a row is ended that was not begun") }
        let row = memory + rowStart
        row.storeBytes(of: UInt32(rowEnd - rowStart).littleEndian, toByteOffset: 8, as: UInt32.self)
        let key = memory.loadUnaligned(fromByteOffset: rowStart - 8, as: Int64.self)
        used = (rowEnd + 7) & ~7
        count += 1
        return layout.withObject { RowView(base: UnsafeRawPointer(row), layout: $0, key: key) }
    }

    /// Drops the row that was begun or just ended last.
    public func removeLast() {
        if used > rowStart { count -= 1 }
        used = rowStart - 8
        rowEnd = rowStart
    }

    /// Adds a copy of a whole row.
    @discardableResult
    public func append(_ row: RowView) -> RowView {
        let length = row.length
        if count > 0, used + 8 + length > Self.batchSize { closeBatch() }
        layout = Unmanaged.passUnretained(row.layout)
        rowStart = used + 8
        rowEnd = rowStart
        reserve(length)
        memory.storeBytes(of: row.key, toByteOffset: used, as: Int64.self)
        (memory + rowStart).copyMemory(from: row.base, byteCount: length)
        rowEnd = rowStart + length
        used = (rowEnd + 7) & ~7
        count += 1
        return RowView(base: UnsafeRawPointer(memory + rowStart), layout: row.layout, key: row.key)
    }

    /// Takes the batches that are full.
    public func takeFullBatches() -> [RowBatch] {
        defer { finished = [] }
        return finished
    }

    /// Takes everything; the builder is empty afterwards and can be used again.
    public func takeBatches() -> [RowBatch] {
        if count > 0 { finished.append(closeBatch(isLast: true)) }
        return takeFullBatches()
    }

    /// Calls a closure with the row that was ended last, valid during the call, and drops the row.
    ///
    /// For a caller that reads one row after another into the same memory.
    public func withdrawLast(_ body: (RowView) -> Void) {
        guard count > 0, let layout else { preconditionFailure("a row is withdrawn that was not added") }
        let key = memory.loadUnaligned(fromByteOffset: rowStart - 8, as: Int64.self)
        layout.withObject {
            body(RowView(base: UnsafeRawPointer(memory + rowStart), layout: $0, key: key))
        }
        removeLast()
    }

    /// How much memory there is for the batch that is being filled, in bytes.
    public var memoryByteCount: Int { capacity }

    @inlinable func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        reserve(bytes.count)
        let offset = rowEnd - rowStart
        if let source = bytes.baseAddress { (memory + rowEnd).copyMemory(from: source, byteCount: bytes.count) }
        rowEnd += bytes.count
        return offset
    }

    /// Makes room behind the row; when the batch would grow too large, the row moves to a batch of its own.
    @inlinable func reserve(_ byteCount: Int) {
        if rowEnd + byteCount + 8 > capacity { grow(byteCount) }
    }

    @usableFromInline func grow(_ byteCount: Int) {
        if count > 0, rowEnd + byteCount + 8 > Self.batchSize {
            moveRowToNewBatch(extra: byteCount)
            return
        }
        // Small fetches stay small; afterwards memory doubles up to the batch size.
        let needed = rowEnd + byteCount + 8
        let target = max(needed, min(max(capacity * 2, Self.leastCapacity), Self.batchSize))
        let grown = RowBatch.allocate(target)
        grown.copyMemory(from: memory, byteCount: rowEnd)
        if capacity > 0 { free(memory) }
        memory = grown
        capacity = target
    }

    private func moveRowToNewBatch(extra: Int) {
        let length = rowEnd - rowStart
        let old = memory + (rowStart - 8)
        let target = max(length + extra + 16, Self.batchSize)
        let fresh = RowBatch.allocate(target)
        fresh.copyMemory(from: old, byteCount: length + 8)
        finished.append(
            RowBatch(base: memory, capacity: capacity, byteCount: used, count: count, layouts: layouts))
        memory = fresh
        capacity = target
        used = 0
        count = 0
        rowStart = 8
        rowEnd = 8 + length
    }

    /// Puts the rows so far aside as a full batch.
    private func closeBatch() { finished.append(closeBatch(isLast: false)) }

    /// Makes a batch of the rows so far; without memory for a next one, the next row gets some.
    private func closeBatch(isLast: Bool) -> RowBatch {
        let batch = RowBatch(base: memory, capacity: capacity, byteCount: used, count: count, layouts: layouts)
        capacity = isLast ? 0 : Self.batchSize
        memory = isLast ? Self.nothing : RowBatch.allocate(Self.batchSize)
        used = 0
        count = 0
        rowStart = 8
        rowEnd = 8
        return batch
    }
}
