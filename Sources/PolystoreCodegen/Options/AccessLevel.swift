/// The access level of the classes.
public enum AccessLevel: String, Sendable, CaseIterable {
    /// The module.
    case `internal`
    /// The package.
    case package
    /// Every module.
    case `public`
    /// Every module; classes that people write are open to subclasses.
    case open

    /// The word before a member, with a space behind it; nothing for the level that Swift takes anyway.
    var memberPrefix: String {
        switch self {
        case .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }

    /// The word before a class that others inherit from.
    var classPrefix: String { self == .open ? "open " : memberPrefix }
}
