import PolystoreModel

/// The changes of one save in one store: rows as they are to be stored, and links of join tables.
///
/// Rows come sorted by entity and key; every row carries its new version and checksum. An object is named once in each list,
/// and not both updated and deleted.
public struct StoreChanges: Sendable {
    /// A row to insert or to replace.
    public struct Row: Sendable {
        /// The batch that holds the row.
        public let batch: RowBatch
        /// The row's place in the batch.
        public var offset: Int { Int(narrowOffset) }
        // A save has a change for each row, and this one is a fifth smaller for it.
        private let narrowOffset: UInt32
        /// The version that must be stored now; 0 for an insert.
        public let expectedVersion: UInt32
        /// The slots whose values differ from what is stored; all, for an insert.
        ///
        /// They hold large data as such. A row that only describes data which the store does not have of it is refused with
        /// code `unsupported`.
        public let changed: SlotSet

        /// Makes a row change.
        public init(batch: RowBatch, offset: Int, expectedVersion: UInt32, changed: SlotSet) {
            self.batch = batch
            narrowOffset = UInt32(offset)
            self.expectedVersion = expectedVersion
            self.changed = changed
        }

        /// The row; valid while the change is held.
        public var view: RowView { batch.row(at: offset) }
    }

    /// A row to delete, or to check for its version only.
    public struct Mark: Hashable, Sendable {
        /// The concrete entity.
        public let entity: ModelEntity
        /// The key.
        public let key: Int64
        /// The version that must be stored now.
        public let expectedVersion: UInt32

        /// Makes a mark.
        public init(entity: ModelEntity, key: Int64, expectedVersion: UInt32) {
            self.entity = entity
            self.key = key
            self.expectedVersion = expectedVersion
        }

        /// The ID of the marked object in the store whose changes the mark is part of.
        public func objectID(in store: StoreNumber) -> ObjectID {
            ObjectID(store: store, root: entity.rootNumber, key: key)
        }
    }

    /// New rows.
    public var inserts: [Row] = []
    /// Replaced rows.
    public var updates: [Row] = []
    /// Rows that go.
    public var deletes: [Mark] = []
    /// What is kept of deleted rows: rows of the deleted version in which only the attributes have values that a model
    /// keeps after deletion, sorted like the others; none for an entity without such attributes.
    ///
    /// A store that keeps no history has no use for them.
    public var tombstones: [Row] = []
    /// Rows that must not have changed, though this save does not change them.
    public var locks: [Mark] = []
    /// Links that come, go, or change their place in an order.
    public var links: [LinkChange] = []
    /// Entries of the store's user metadata to set; nil values remove.
    public var metadata: [String: String?] = [:]
    /// The mark of the save over several stores that the changes are part of, which the store keeps as
    /// `StoreMetadata.joint`; nil for a save of this store alone.
    ///
    /// It belongs to the commit log's entry, and is not part of the record of a change set, as is the domain.
    public var joint: JointMark?
    /// The commit domain that the store belongs to from now on; nil where that stays.
    public var domain: CommitDomain.Change?

    /// Makes an empty set of changes.
    public init() {}

    /// Whether nothing would change.
    public var isEmpty: Bool {
        inserts.isEmpty && updates.isEmpty && deletes.isEmpty && locks.isEmpty && links.isEmpty && metadata.isEmpty
            && joint == nil && domain == nil
    }
}
