extension ModelOutline {
    /// An index of an entity.
    struct Index: Encodable {
        struct Element: Encodable {
            let property: String
            let isAscending: Bool
        }

        let name: String
        let elements: [Element]
        let condition: String?
    }
}
