import PolystoreModel

/// The vocabulary of a store's check: what is verified row by row and pair by pair.
public enum StoreCheck {
    /// Something that is not as it should be.
    public struct Finding: Hashable, Sendable {
        /// The kind of the finding.
        public enum Kind: String, Hashable, Sendable {
            /// A row, index or page that cannot be what was written.
            case damage
            /// A row that was changed by another program; its values are accepted.
            case editedOutside
            /// A reference to a row that is not there.
            case danglingReference
            /// References to rows of a store that is not open, so that it is unknown whether they are there.
            case unreachableReference
            /// A row that an index does not find, or an index entry without its row.
            case indexMismatch
        }

        /// The kind of the finding.
        public let kind: Kind
        /// Entity, object and property, as far as they are known.
        public let details: ErrorDetails

        /// Makes a finding.
        public init(_ kind: Kind, _ details: ErrorDetails) {
            self.kind = kind
            self.details = details
        }
    }

    /// What was looked at.
    public struct Summary: Hashable, Sendable {
        /// The number of rows.
        public var rows = 0
        /// The number of pairs in join tables.
        public var links = 0
        /// The number of rows by concrete entity.
        public var rowsByEntity: [String: Int] = [:]
        /// References whose target lives in another store, for the coordinator to check.
        public var outgoing: [ObjectID: Int] = [:]

        /// Makes an empty summary.
        public init() {}
    }
}
