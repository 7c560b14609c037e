import PolystoreModel

/// The conflicts of a save in one store.
public struct StoreConflicts: Hashable, Sendable {
    /// A row whose version is not the one that the save began from.
    public struct Version: Hashable, Sendable {
        /// The object.
        public let object: ObjectID
        /// The version that the save expected; 0 for an insert that met an existing row.
        public let expected: UInt32
        /// The version in the store; 0 when the row is gone.
        public let found: UInt32

        /// Makes a conflict.
        public init(object: ObjectID, expected: UInt32, found: UInt32) {
            self.object = object
            self.expected = expected
            self.found = found
        }
    }

    /// Two objects whose values for a uniqueness constraint would be equal after the save.
    public struct Uniqueness: Hashable, Sendable {
        /// The constraint.
        public let constraint: UniquenessConstraint
        /// The object of this save.
        public let object: ObjectID
        /// The other object: stored, or of this save as well.
        public let other: ObjectID

        /// Makes a conflict.
        public init(constraint: UniquenessConstraint, object: ObjectID, other: ObjectID) {
            self.constraint = constraint
            self.object = object
            self.other = other
        }
    }

    /// Rows that changed or vanished.
    public var versions: [Version]
    /// Values that are not unique.
    public var uniqueness: [Uniqueness]

    /// Makes a set of conflicts.
    public init(versions: [Version] = [], uniqueness: [Uniqueness] = []) {
        self.versions = versions
        self.uniqueness = uniqueness
    }

    /// Whether nothing stands in the way.
    public var isEmpty: Bool { versions.isEmpty && uniqueness.isEmpty }
}
