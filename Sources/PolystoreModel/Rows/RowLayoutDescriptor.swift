/// A row layout as a store keeps it: names and kinds, from which the offsets follow.
///
/// A store numbers its layouts and never reuses or changes one, so a row is readable for as long as its store is.
public struct RowLayoutDescriptor: Hashable, Sendable, Codable {
    /// One property of a level.
    public struct Slot: Hashable, Sendable, Codable {
        /// The property's name; an order key is named `employer#order` after the to-one inverse.
        public var name: String
        /// How the value lies in the row.
        public var kind: SlotKind
        /// Whether a reference has a peer beside its key.
        public var hasPeer: Bool
        /// The root entity of a reference's destination.
        public var destinationRoot: String?

        /// Makes a slot.
        public init(name: String, kind: SlotKind, hasPeer: Bool = false, destinationRoot: String? = nil) {
            self.name = name
            self.kind = kind
            self.hasPeer = hasPeer
            self.destinationRoot = destinationRoot
        }
    }

    /// The number, from 1.
    public var number: UInt16
    /// The concrete entity's name.
    public var entity: String
    /// The root entity's name.
    public var root: String
    /// The entity's number in the store.
    public var entityNumber: UInt16
    /// The slots of each level of inheritance, root first, each level in name order.
    public var levels: [[Slot]]

    /// Makes a descriptor.
    public init(number: UInt16, entity: String, root: String, entityNumber: UInt16, levels: [[Slot]]) {
        self.number = number
        self.entity = entity
        self.root = root
        self.entityNumber = entityNumber
        self.levels = levels
    }

    /// Whether another descriptor lays rows out alike, whatever its number.
    public func describesSameRows(as other: RowLayoutDescriptor) -> Bool {
        entity == other.entity && root == other.root && entityNumber == other.entityNumber && levels == other.levels
    }
}
