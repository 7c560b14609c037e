extension StoreFile {
    /// A rule that says which of several stores a new object of an entity goes to.
    public struct Partition: Hashable, Sendable {
        /// The store of one value.
        public struct Home: Hashable, Sendable {
            /// The value's text.
            public let value: String
            /// The store's name.
            public let store: String
        }

        /// The entity's name.
        public let entity: String
        /// The attribute that decides.
        public let attribute: String
        /// The stores by value, in the order of the file.
        public let homes: [Home]
        /// The store of all other values; nil refuses them.
        public let otherwise: String?
    }
}
