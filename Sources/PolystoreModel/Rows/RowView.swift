import Foundation

/// A row in memory that another object owns: a pointer, the layout to read it by, and the object's key.
///
/// Valid only as long as the memory is: inside the closure that handed it out, or while its `RowBatch` is held.
/// Reading never traps on stored bytes: offsets are checked against the row's length when a row enters a batch.
public struct RowView {
    /// The row's first byte.
    public let base: UnsafeRawPointer
    /// The layout.
    public unowned(unsafe) let layout: RowLayout
    /// The layout's slots.
    @usableFromInline let table: UnsafeMutablePointer<SlotTable>
    /// The object's key.
    public let key: Int64

    /// Makes a view.
    @inlinable public init(base: UnsafeRawPointer, layout: RowLayout, key: Int64) {
        self.base = base
        self.layout = layout
        table = layout.table
        self.key = key
    }

    @inlinable init(base: UnsafeRawPointer, layout: RowLayout, table: UnsafeMutablePointer<SlotTable>, key: Int64) {
        self.base = base
        self.layout = layout
        self.table = table
        self.key = key
    }

    /// Whether the row is read by a layout; asked for every row, so nothing is counted.
    @inlinable public func isLaidOut(by layout: RowLayout) -> Bool { table == layout.table }

    /// The slot of a property; nil when the row does not hold the property.
    ///
    /// - Complexity: Two loads and no reference counts. Valid while the layout is.
    @inlinable public func slot(of key: PropertyKey) -> UnsafePointer<RowSlot>? {
        let index = table.pointee.index(of: key)
        return index < 0 ? nil : UnsafePointer(table.pointee.slots + index)
    }

    /// The row's version.
    @inlinable public var version: UInt32 { RowHeader.version(base) }
    /// The row's length in bytes.
    @inlinable public var length: Int { RowHeader.length(base) }
    /// The object's ID.
    @inlinable public var objectID: ObjectID { ObjectID(store: layout.store, root: layout.root, key: key) }
    /// The row's bytes.
    @inlinable public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: length) }

    /// Whether a slot holds no value.
    @inlinable public func isMissing(_ slot: RowSlot) -> Bool {
        base.load(fromByteOffset: slot.nullOffset, as: UInt8.self) & slot.nullMask != 0
    }

    /// The integer in a slot of any integer kind, a boolean as 0 or 1, an order key.
    @inlinable public func integer(_ slot: RowSlot) -> Int64 {
        switch slot.kind {
        case .integer16: Int64(Int16(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: Int16.self)))
        case .integer32: Int64(Int32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: Int32.self)))
        case .boolean: Int64(base.load(fromByteOffset: slot.offset, as: UInt8.self))
        default: Int64(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: Int64.self))
        }
    }

    /// The number in a slot of kind double, date or float.
    @inlinable public func double(_ slot: RowSlot) -> Double {
        if slot.kind == .float {
            let bits = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: UInt32.self))
            return Double(Float(bitPattern: bits))
        }
        let bits = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: UInt64.self))
        return Double(bitPattern: bits)
    }

    /// The bytes of a variable slot: UTF-8, decimal bytes, data, or the descriptor of deferred data.
    @inlinable public func variable(_ slot: RowSlot) -> UnsafeRawBufferPointer {
        let offset = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: UInt32.self))
        let length = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset + 4, as: UInt32.self))
        return UnsafeRawBufferPointer(start: base + Int(offset), count: Int(length & ~DeferredData.flag))
    }

    /// The 16 bytes of a UUID slot.
    @inlinable public func uuid(_ slot: RowSlot) -> UUID {
        UUID(uuid: base.loadUnaligned(fromByteOffset: slot.offset, as: uuid_t.self))
    }

    /// The key in a reference slot.
    @inlinable public func referenceKey(_ slot: RowSlot) -> Int64 {
        Int64(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset, as: Int64.self))
    }

    /// The peer in a reference slot; 0, the row's own store, where the slot has none.
    @inlinable public func referencePeer(_ slot: RowSlot) -> UInt32 {
        guard slot.peerOffset >= 0 else { return 0 }
        return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.peerOffset, as: UInt32.self))
    }

    /// The object that a reference slot names; nil when missing, or when its peer was never given in the store.
    public func reference(_ slot: RowSlot) -> ObjectID? {
        if isMissing(slot) { return nil }
        let key = referenceKey(slot)
        let peer = referencePeer(slot)
        if peer == 0 { return ObjectID(store: layout.store, root: slot.destinationRoot, key: key) }
        let target = layout.unmanagedPeers.withObject { $0.target(of: peer) }
        return target.map { ObjectID(store: $0.store, root: $0.root, key: key) }
    }

    /// The descriptor of data that is kept out of the row; nil when the data is in the row.
    public func deferredData(_ slot: RowSlot) -> DeferredData? {
        guard slot.kind.mayBeDeferred, !isMissing(slot) else { return nil }
        let length = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: slot.offset + 4, as: UInt32.self))
        guard length & DeferredData.flag != 0 else { return nil }
        return DeferredData(descriptor: variable(slot))
    }
}
