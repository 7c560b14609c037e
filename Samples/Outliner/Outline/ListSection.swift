/// A section of the list of items with tags, as values.
struct ListSection: Equatable {
    let title: String
    /// The titles of the items.
    let items: [String]
}
