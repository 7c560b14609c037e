/// How a version must relate to the one that a dependency names.
enum VersionRelation: String, CaseIterable, Sendable {
    case earlier = "<<"
    case earlierOrEqual = "<="
    case equal = "="
    case laterOrEqual = ">="
    case later = ">>"

    /// Whether a version stands in this relation to another.
    func holds(_ version: DebianVersion, _ other: DebianVersion) -> Bool {
        switch self {
        case .earlier: version < other
        case .earlierOrEqual: version <= other
        case .equal: version == other
        case .laterOrEqual: version >= other
        case .later: version > other
        }
    }
}
