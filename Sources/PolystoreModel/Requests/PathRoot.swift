/// The token that a key path begins with: says which entity the path starts from.
///
/// Two entities may have properties of one name. A path that was built from a token is refused where it stands in a
/// request for objects that do not have the token's property; a path of names alone is looked up by name.
///
/// It is no part of a path's value: all roots are equal, and none is encoded.
public struct PathRoot: Hashable, Sendable {
    /// The number of the token's specification; negative for a path of names.
    package let token: Int

    /// The root of a path of names.
    public static let names = PathRoot(token: -1)

    package init(token: Int) { self.token = token }

    /// True: where a path comes from does not make it another path.
    public static func == (left: PathRoot, right: PathRoot) -> Bool { true }

    /// Adds nothing.
    public func hash(into hasher: inout Hasher) {}

    /// The names of the entities that the token was described for; empty where none is known.
    package var owners: [String] { token < 0 ? [] : SpecificationTable.owners(token) }
}
