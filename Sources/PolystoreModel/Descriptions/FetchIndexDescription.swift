/// The description of an index: a hint to stores that never changes an answer and never enters the version hash.
public struct FetchIndexDescription: Hashable, Sendable, Codable {
    /// One element of an index.
    public struct Element: Hashable, Sendable, Codable {
        /// The name of an attribute or a to-one relationship of the entity.
        public var property: String
        /// Whether small values come first.
        public var isAscending: Bool

        /// Makes an element.
        public init(property: String, isAscending: Bool = true) {
            self.property = property
            self.isAscending = isAscending
        }
    }

    /// The index's name, unique within the entity.
    public var name: String
    /// The elements, most significant first.
    public var elements: [Element]
    /// Only objects that satisfy it need be in the index; nil means all.
    ///
    /// A store may index more objects, or none.
    public var partialPredicate: FetchPredicate?

    /// Makes an index over all objects of the entity.
    public init(name: String, elements: [Element]) {
        self.name = name
        self.elements = elements
    }
}
