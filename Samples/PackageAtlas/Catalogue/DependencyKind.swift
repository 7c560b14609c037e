/// The fields by which a package names others that it wants.
enum DependencyKind: String, CaseIterable, Sendable {
    case preDepends
    case depends
    case recommends
    case suggests

    /// The field's name in a control file.
    var fieldName: String {
        switch self {
        case .preDepends: "Pre-Depends"
        case .depends: "Depends"
        case .recommends: "Recommends"
        case .suggests: "Suggests"
        }
    }

    /// Whether a package does not work without.
    var isStrict: Bool { self == .preDepends || self == .depends }
}
