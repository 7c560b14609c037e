import Foundation
import PolystoreStorage

extension StoreFile {
    /// One store of a store file.
    public struct Store: Hashable, Sendable {
        /// An option of the store's type, as written.
        public struct Option: Hashable, Sendable {
            /// The option's name.
            public let name: String
            /// The value's text.
            public let value: String
        }

        /// The store's name.
        public let name: String
        /// The name of the store's type.
        public let type: String
        /// Where the store lies; nil for a type without a place.
        public let url: URL?
        /// The configuration of the model that the store serves; never together with `entities`.
        public let configuration: String?
        /// The entities that the store serves; never together with `configuration`.
        public let entities: [String]?
        /// Whether the store serves all entities that no other store lists: `entities: all`.
        public let servesUnlistedEntities: Bool
        /// Whether the store may be written.
        public let access: StoreOpening.Access
        /// Whether a missing store is created, with the folders that it lies in.
        public let creates: Bool
        /// The durability; nil when the file does not name one, which means `full`.
        public let durability: Durability?
        /// How long to wait for a lock that another process holds.
        public let lockTimeout: Duration
        /// The options of the store's type, in the order of the file.
        public let options: [Option]
    }
}
