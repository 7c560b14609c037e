import PolystoreModel

/// What became of a section from one state of results to another.
///
/// Sections are told apart by their keys.
public enum SectionChange: Hashable, Sendable, Codable {
    /// The section is gone; the index is that of the old results.
    case delete(key: Value, from: Int)
    /// The section is new; the index is that of the new results.
    case insert(key: Value, at: Int)
    /// The section stands elsewhere among those that stay; whether its objects changed is told by their own changes.
    case move(key: Value, from: Int, to: Int)
    /// An object of the section was inserted, deleted, moved or updated; the index is that of the new results.
    case update(key: Value, at: Int)
}
