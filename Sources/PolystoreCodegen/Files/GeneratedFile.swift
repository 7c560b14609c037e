/// One file that a model gives.
public struct GeneratedFile: Sendable, Hashable {
    /// The side that a file belongs to: the generator or the user.
    public enum Owner: String, Sendable, Hashable {
        /// The generator, which writes it anew when its content changes.
        case machine
        /// People: it is written once, when it is not there.
        case human
    }

    /// The file's name.
    public let name: String
    /// The side that the file belongs to.
    public let owner: Owner
    /// The text.
    public let text: String
}
