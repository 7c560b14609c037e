extension ModelOutline {
    /// A composite with its elements.
    struct Composite: Encodable {
        let name: String
        let elements: [Attribute]
    }
}
