import Foundation
import PolystoreModel

/// A section of fetched results: objects that stand together because a key path gives the same for them.
public struct FetchedResultsSection: Hashable, Sendable, Codable {
    /// What the key path gives for each object of the section; missing where there is none, and for results without
    /// sections.
    public let key: Value
    /// Where the objects of the section stand in the results.
    public let range: Range<Int>

    /// How many objects the section has; at least one, unless the results have no sections.
    public var count: Int { range.count }

    /// The key as text; empty where it is missing.
    public var name: String {
        switch key {
        case .missing: ""
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .double(let value): String(value)
        case .decimal(let value): value.description
        case .string(let value): value
        case .date(let value): value.formatted(.iso8601)
        case .data(let value): value.base64EncodedString()
        case .uuid(let value): value.uuidString
        case .uri(let value): value.absoluteString
        case .object(let value): value.description
        }
    }

    /// The title of the section in an index beside a list: the first letter of its name, in upper case.
    public var indexTitle: String { name.first.map { $0.uppercased() } ?? "" }

    /// Whether both stand for the same key.
    func hasKey(of other: FetchedResultsSection) -> Bool { SectionKey(key) == SectionKey(other.key) }
}
