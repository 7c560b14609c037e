extension AttributeType {
    /// The type's name in sentences.
    package var displayName: String {
        switch self {
        case .integer16: "Integer 16"
        case .integer32: "Integer 32"
        case .integer64: "Integer 64"
        case .uuid: "UUID"
        case .uri: "URI"
        case .objectID: "Object ID"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }
}
