extension ModelOutline {
    /// An attribute of an entity, or an element of a composite.
    struct Attribute: Encodable {
        let name: String
        let type: String
        let isOptional: Bool
        let isTransient: Bool
        let defaultValue: String?
        let minimum: String?
        let maximum: String?
        let minimumLength: Int?
        let maximumLength: Int?
        let pattern: String?
        let allowsExternalStorage: Bool
        let isPreservedAfterDeletion: Bool
        let coder: String?
        let valueType: String?
        let composite: String?
        let derivation: String?
        let renamedFrom: String?
        let versionHashModifier: String?
        let userInfo: [String: String]
    }
}
