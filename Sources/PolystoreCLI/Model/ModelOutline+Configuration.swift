extension ModelOutline {
    /// A configuration with its entities.
    struct Configuration: Encodable {
        let name: String
        let entities: [String]
    }
}
