/// What can go wrong in the sample itself.
enum AtlasError: Error, CustomStringConvertible {
    /// A file that belongs to the program is not where it was installed.
    case missingResource(String)
    /// There is no question of that name.
    case unknownQuestion(String)
    /// There is no package index that could be read.
    case noIndex(String)
    /// A process that was to be killed in the middle of a save has ended otherwise.
    case notKilled(String)

    var description: String {
        switch self {
        case .missingResource(let name): "the program's own file '\(name)' is missing; build it again"
        case .noIndex(let reason): "the package index cannot be read: \(reason)"
        case .notKilled(let moment): "the import that was to be killed (\(moment)) ended otherwise"
        case .unknownQuestion(let name): "there is no question '\(name)'; --list shows all"
        }
    }
}
