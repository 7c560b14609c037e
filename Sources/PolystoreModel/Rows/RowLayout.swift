/// Where each property lies in the rows of one entity: computed from a descriptor, immutable, shared by all rows.
///
/// A row is a header of 16 bytes (`RowHeader`), then one section for each level of inheritance, root first, then the
/// variable part. A section holds its slots, widest first and in name order within a width, then the null bitmap, and
/// is padded to 8 bytes; so an ancestor's slot has the same offset in every descendant.
public final class RowLayout: Sendable {
    /// The stored form.
    public let descriptor: RowLayoutDescriptor
    /// The entity in the model that the store was opened with; nil when that model has no such entity any more.
    public let entity: ModelEntity?
    /// The same without counting references, for a caller that holds the layout: asked for every object of a save.
    public let unmanagedEntity: Unmanaged<ModelEntity>?
    /// The store's number.
    public let store: StoreNumber
    /// The hierarchy's number.
    public let root: RootNumber
    /// The store's peer table.
    public let peers: PeerTable
    /// The same without counting references, for a caller that holds the layout.
    let unmanagedPeers: Unmanaged<PeerTable>
    /// The slots: level by level, in each level as they lie.
    public let slots: [RowSlot]
    /// Whether a slot may hold data that stays out of rows.
    public let mayDefer: Bool
    /// How many bytes texts and data of a row will take, by guess: 24 for each of them.
    let expectedVariableSize: Int
    /// The bytes of header and fixed sections.
    public let fixedSize: Int
    /// The slots once more, as plain memory.
    // SAFETY: written in init, only read afterwards, freed in deinit.
    @usableFromInline nonisolated(unsafe) let table: UnsafeMutablePointer<SlotTable>
    /// Header and fixed part of a row whose slots are all missing.
    // SAFETY: written in init, only read afterwards, freed in deinit.
    nonisolated(unsafe) let blank: UnsafeMutableRawPointer

    /// Computes offsets.
    public init(
        _ descriptor: RowLayoutDescriptor, entity: ModelEntity?, store: StoreNumber, root: RootNumber,
        peers: PeerTable
    ) {
        self.descriptor = descriptor
        self.entity = entity
        unmanagedEntity = entity.map(Unmanaged.passUnretained)
        self.store = store
        self.root = root
        self.peers = peers
        unmanagedPeers = Unmanaged.passUnretained(peers)
        var end = RowHeader.size
        let slots = descriptor.levels.flatMap { RowSection.place($0, from: &end) }
        self.slots = slots
        fixedSize = end
        mayDefer = slots.contains(where: \.kind.mayBeDeferred)
        expectedVariableSize = 24 * slots.count(where: \.kind.isVariable)
        let names = descriptor.levels.joined().map(\.name)
        let slotOfName = Dictionary(
            slots.enumerated().map { ($1.key.name, $0) }, uniquingKeysWith: { first, _ in first })
        table = .allocate(capacity: 1)
        // Names that rows do not hold are left out.
        let summed = names.sorted(byName: \.self).compactMap { slotOfName[$0].map { slots[$0] } }
        let checksum = RowChecksum.places(
            of: summed, entity: descriptor.entity, seed: RowChecksum.seed(root: descriptor.root))
        table.initialize(to: SlotTable(slots, checksum: checksum, fixedSize: end))
        blank = .allocate(byteCount: end, alignment: 8)
        blank.initializeMemory(as: UInt8.self, repeating: 0, count: end)
        for slot in slots { RowBytes.setMissing(true, slot, in: blank) }
    }

    deinit {
        blank.deallocate()
        table.pointee.deallocate()
        table.deallocate()
    }

    /// The layout's number in the store.
    public var number: UInt16 { descriptor.number }

    /// The number of slots; like `slots.count`, without reference counts.
    @inlinable public var slotCount: Int { table.pointee.slotCount }

    /// The index of a property's slot, or −1 when rows of this layout do not hold the property.
    @inlinable public func index(of key: PropertyKey) -> Int { table.pointee.index(of: key) }

    /// The slot at an index that the layout gave out; like `slots[index]`, without reference counts.
    @inlinable public func slot(at index: Int) -> RowSlot { table.pointee.slots[index] }
}
