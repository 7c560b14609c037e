extension ModelOutline {
    /// An entity with its own properties.
    struct Entity: Encodable {
        let name: String
        let parent: String?
        let isAbstract: Bool
        let className: String?
        let codeGeneration: String?
        let renamedFrom: String?
        let versionHashModifier: String?
        let attributes: [Attribute]
        let relationships: [Relationship]
        let fetchedProperties: [Request]
        let uniquenessConstraints: [[String]]
        let indexes: [Index]
        let userInfo: [String: String]
    }
}
