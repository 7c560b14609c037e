import Foundation

/// A row that is being changed: a private copy of a row's bytes, with the set of slots that were written.
///
/// Reads go through a `RowView` like those of any row. Text and data that are replaced leave their old bytes behind
/// until the row is packed for a save.
///
/// The bytes lie behind the object, in the same piece of memory, until they outgrow it: one is made for each object that
/// is changed.
public final class MutableRow: ManagedBuffer<MutableRow.State, UInt64> {
    /// The state beside the bytes: like `header`, only the object itself sets it.
    public struct State {
        let layout: RowLayout
        let key: Int64
        var changed = SlotSet()
        var memory: UnsafeMutableRawPointer
        var capacity: Int
    }

    /// How many bytes there are beyond those of a row that has texts or data, for others to be set.
    private static let room = 32

    // A row that is being changed has one holder, so this is read and written without the runtime's exclusivity checks.
    private var state: UnsafeMutablePointer<State> {
        @inline(__always) get { withUnsafeMutablePointerToHeader { $0 } }
    }
    private var memory: UnsafeMutableRawPointer { @inline(__always) get { state.pointee.memory } }
    /// The bytes of the row, which its header has.
    private var length: Int { @inline(__always) get { RowHeader.length(UnsafeRawPointer(memory)) } }

    /// The layout: always the newest of the entity.
    public var layout: RowLayout { @inline(__always) get { state.pointee.layout } }
    /// The same without counting references to it; valid while the row is held.
    var unmanagedLayout: Unmanaged<RowLayout> { Unmanaged.passUnretained(state.pointee.layout) }
    /// The object's key.
    public var key: Int64 { @inline(__always) get { state.pointee.key } }
    /// The slots that were written since the row was copied.
    public var changed: SlotSet { state.pointee.changed }

    /// Makes a row of version 0 whose slots are all missing.
    public static func make(_ layout: RowLayout, key: Int64) -> MutableRow {
        let row = allocate(layout, key: key, length: layout.fixedSize)
        RowBytes.initialize(layout, row.memory)
        row.writeHeader(version: 0, length: layout.fixedSize)
        return row
    }

    /// Copies a row; one of an older layout is carried over slot by slot.
    public static func copy(of row: RowView, to layout: RowLayout) -> MutableRow {
        if row.isLaidOut(by: layout) {
            let copy = allocate(layout, key: row.key, length: row.length)
            copy.memory.copyMemory(from: row.base, byteCount: row.length)
            return copy
        }
        let copy = allocate(layout, key: row.key, length: layout.fixedSize)
        RowBytes.initialize(layout, copy.memory)
        copy.writeHeader(version: row.version, length: layout.fixedSize)
        for slot in layout.slots {
            let index = row.layout.index(of: slot.key)
            if index >= 0 { copy.copy(row, row.layout.slot(at: index), to: slot) }
        }
        return copy
    }

    @inline(__always)
    private static func allocate(_ layout: RowLayout, key: Int64, length: Int) -> MutableRow {
        let room = length > layout.fixedSize ? Self.room : layout.expectedVariableSize
        let words = (length + room + 7) / 8
        let made = create(minimumCapacity: words) { made in
            let memory = made.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
            return State(layout: layout, key: key, memory: memory, capacity: words * 8)
        }
        // INVARIANT: `create` makes an instance of the class that it is called on.
        return unsafeDowncast(made, to: MutableRow.self)
    }

    deinit { release(memory) }

    /// Gives memory back that is not the object's own.
    private func release(_ memory: UnsafeMutableRawPointer) {
        let own = withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
        if memory != own { free(memory) }
    }

    /// The index of a property's slot, or −1 when the row does not hold the property.
    public func index(of key: PropertyKey) -> Int { layout.index(of: key) }

    /// The row as it is now; valid until the next change.
    public var view: RowView { RowView(base: UnsafeRawPointer(memory), layout: layout, key: key) }

    /// The row's version.
    public var version: UInt32 { RowHeader.version(UnsafeRawPointer(memory)) }

    /// Sets the version under which the row is saved.
    public func setVersion(_ version: UInt32) { writeHeader(version: version, length: length) }

    /// Sets a slot of an integer kind, a boolean (0 or 1) or an order key; the value fits the width.
    public func setInteger(_ value: Int64, at index: Int) {
        RowBytes.setInteger(value, layout.slot(at: index), in: memory)
        state.pointee.changed.insert(index)
    }

    /// Sets a slot of kind double, float or date; the value is not NaN.
    public func setDouble(_ value: Double, at index: Int) {
        RowBytes.setDouble(value, layout.slot(at: index), in: memory)
        state.pointee.changed.insert(index)
    }

    /// Sets a slot of kind UUID.
    public func setUUID(_ value: UUID, at index: Int) {
        RowBytes.setUUID(value, layout.slot(at: index), in: memory)
        state.pointee.changed.insert(index)
    }

    /// Sets a variable slot to a copy of bytes.
    public func setVariable(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        let slot = layout.slot(at: index)
        let offset = append(bytes)
        RowBytes.setVariable(offset: offset, length: bytes.count, slot, in: memory)
        state.pointee.changed.insert(index)
    }

    /// Sets a slot of data that stays out of the row, as it is in the store.
    public func setDeferred(_ data: DeferredData, at index: Int) {
        let offset = data.withDescriptor { append($0) }
        RowBytes.setVariable(
            offset: offset, length: DeferredData.descriptorSize, isDeferred: true, layout.slot(at: index), in: memory)
        state.pointee.changed.insert(index)
    }

    /// Sets a reference; nil clears it.
    ///
    /// A reference into another store takes a peer number of this row's store.
    public func setReference(_ objectID: ObjectID?, at index: Int) {
        let slot = layout.slot(at: index)
        guard let objectID else {
            setMissing(at: index)
            return
        }
        let isOwn = objectID.store == layout.store && objectID.root == slot.destinationRoot
        let peer = isOwn ? 0 : layout.peers.number(of: objectID.store, objectID.root)
        RowBytes.setReference(objectID.key, peer: peer, slot, in: memory)
        state.pointee.changed.insert(index)
    }

    /// Clears a slot.
    public func setMissing(at index: Int) {
        RowBytes.clear(layout.slot(at: index), in: memory)
        state.pointee.changed.insert(index)
    }

    /// Takes a slot's value from another row of the same store.
    public func copySlot(at index: Int, from row: RowView) {
        let other = row.layout.index(of: layout.slot(at: index).key)
        if other >= 0 {
            copy(row, row.layout.slots[other], to: layout.slot(at: index))
        } else {
            RowBytes.clear(layout.slot(at: index), in: memory)
        }
        state.pointee.changed.insert(index)
    }

    /// Says that a slot counts as written, or as not written.
    public func setChanged(_ isChanged: Bool, at index: Int) {
        if isChanged { state.pointee.changed.insert(index) } else { state.pointee.changed.remove(index) }
    }

    /// Forgets which slots were written.
    public func clearChanged() { state.pointee.changed = SlotSet() }

    private func writeHeader(version: UInt32, length: Int) {
        RowHeader.write(
            layout: layout.number, entity: layout.descriptor.entityNumber, version: version, length: length,
            checksum: 0, to: memory)
    }

    private func copy(_ row: RowView, _ source: RowSlot, to slot: RowSlot) {
        if row.isMissing(source) {
            RowBytes.clear(slot, in: memory)
            return
        }
        switch slot.kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey:
            RowBytes.setInteger(row.integer(source), slot, in: memory)
        case .float, .double, .date: RowBytes.setDouble(row.double(source), slot, in: memory)
        case .uuid: RowBytes.setUUID(row.uuid(source), slot, in: memory)
        case .string, .uri, .decimal, .binary, .transformable:
            let bytes = row.variable(source)
            let isDeferred = row.deferredData(source) != nil
            let offset = append(bytes)
            RowBytes.setVariable(offset: offset, length: bytes.count, isDeferred: isDeferred, slot, in: memory)
        case .reference, .objectReference:
            RowBytes.setReference(row.referenceKey(source), peer: row.referencePeer(source), slot, in: memory)
        }
    }

    /// The length of the row without the values that were replaced.
    private var liveLength: Int {
        let row = view
        var result = layout.fixedSize
        for slot in layout.slots where slot.kind.isVariable && !row.isMissing(slot) {
            result += row.variable(slot).count
        }
        return result
    }

    /// Copies the row without the values that were replaced, and returns its length.
    private func copyLive(to target: UnsafeMutableRawPointer) -> Int {
        let row = view
        target.copyMemory(from: memory, byteCount: layout.fixedSize)
        var end = layout.fixedSize
        for slot in layout.slots where slot.kind.isVariable && !row.isMissing(slot) {
            let bytes = row.variable(slot)
            if let source = bytes.baseAddress { (target + end).copyMemory(from: source, byteCount: bytes.count) }
            RowBytes.setVariable(
                offset: end, length: bytes.count, isDeferred: row.deferredData(slot) != nil, slot, in: target)
            end += bytes.count
        }
        return end
    }

    private func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        var offset = length
        if offset + bytes.count > state.pointee.capacity {
            offset = grow(for: bytes)
        } else if let source = bytes.baseAddress {
            (memory + offset).copyMemory(from: source, byteCount: bytes.count)
        }
        memory.storeBytes(of: UInt32(offset + bytes.count).littleEndian, toByteOffset: 8, as: UInt32.self)
        return offset
    }

    /// Moves to larger memory, and copies bytes behind the row there.
    ///
    /// - Returns: Where the bytes begin, which the row's length does not count yet.
    private func grow(for bytes: UnsafeRawBufferPointer) -> Int {
        // Values that were replaced are left behind; a row that is set again and again does not grow with them.
        let live = liveLength
        var length = self.length
        let isMostlyReplaced = live <= length / 2
        let capacity =
            isMostlyReplaced
            ? 2 * (live + bytes.count) + Self.room
            : max(state.pointee.capacity * 2, length + bytes.count + Self.room)
        let grown = RowBatch.allocate(capacity)
        if isMostlyReplaced {
            length = copyLive(to: grown)
        } else {
            grown.copyMemory(from: memory, byteCount: length)
        }
        // The old memory goes only after the copy: `bytes` may lie in it.
        if let source = bytes.baseAddress { (grown + length).copyMemory(from: source, byteCount: bytes.count) }
        release(memory)
        state.pointee.memory = grown
        state.pointee.capacity = capacity
        return length
    }
}
