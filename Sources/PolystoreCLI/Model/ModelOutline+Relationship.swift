extension ModelOutline {
    /// A relationship of an entity.
    struct Relationship: Encodable {
        let name: String
        let destination: String
        let inverse: String?
        let cardinality: String
        let isOrdered: Bool
        let isOptional: Bool
        let isTransient: Bool
        let minimumCount: Int
        let maximumCount: Int
        let deleteRule: String
        let renamedFrom: String?
        let versionHashModifier: String?
        let userInfo: [String: String]
    }
}
