/// Where one property lies in the rows of a layout.
public struct RowSlot: Sendable {
    /// The property's number; of an order key, that of `inverse#order`.
    public let key: PropertyKey
    /// How the value lies.
    public let kind: SlotKind
    /// The bytes from the row's start to the value.
    public let offset: Int
    /// The bytes from the row's start to a reference's peer; negative when there is none.
    public let peerOffset: Int
    /// The bytes from the row's start to the byte of the null bitmap.
    public let nullOffset: Int
    /// The bit in that byte; set means missing.
    public let nullMask: UInt8
    /// The hierarchy of a reference's destination; number 0 where it is not known from the slot.
    public let destinationRoot: RootNumber

    /// Whether a reference may name an object of another store.
    @inlinable public var hasPeer: Bool { peerOffset >= 0 }
}
