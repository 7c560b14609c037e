/// The place of an object in fetched results: which section, and which object of it.
public struct ResultIndexPath: Hashable, Sendable, Codable {
    /// The index of the section.
    public let section: Int
    /// The index of the object in its section.
    public let item: Int

    /// Makes an index path; whether there is such a place is a matter of the results.
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }
}

extension ResultIndexPath: Comparable {
    /// Orders by section, then by item: the order of the results.
    public static func < (left: ResultIndexPath, right: ResultIndexPath) -> Bool {
        (left.section, left.item) < (right.section, right.item)
    }
}

extension ResultIndexPath: CustomStringConvertible {
    /// Section and item: `[2, 0]`.
    public var description: String { "[\(section), \(item)]" }
}
