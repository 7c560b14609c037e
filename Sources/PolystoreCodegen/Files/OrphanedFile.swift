/// A file that was generated for something that is no longer in the model.
public struct OrphanedFile: Sendable, Hashable {
    /// The file.
    public let path: String
    /// The side that it belongs to.
    public let owner: GeneratedFile.Owner
}
