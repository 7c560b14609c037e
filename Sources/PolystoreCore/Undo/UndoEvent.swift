/// Something that happened to an undo manager.
public struct UndoEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Sendable {
        /// A group of changes ended, and can be taken back.
        case didCloseGroup
        /// A group was taken back.
        case didUndo
        /// A group was made again.
        case didRedo
        /// All groups were forgotten.
        case didRemoveAll
    }

    /// What happened.
    public let kind: Kind
    /// The name of the group.
    public let name: String?
}
