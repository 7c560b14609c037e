/// Why an object's values were exchanged by something else than its setters.
public struct SnapshotEvents: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The insertion of the object is about to be taken back, by undo or by the redo of a deletion.
    public static let undoInsertion = SnapshotEvents(rawValue: 1)
    /// The object came back, by the undo of a deletion or the redo of an insertion.
    public static let undoDeletion = SnapshotEvents(rawValue: 2)
    /// Values of the object were changed by undo or redo.
    public static let undoUpdate = SnapshotEvents(rawValue: 4)
    /// The unsaved changes of the object were rolled back.
    public static let rollback = SnapshotEvents(rawValue: 8)
    /// The object was refreshed.
    public static let refresh = SnapshotEvents(rawValue: 16)
    /// A save met a conflict, and the merge policy put values of the store into the object.
    public static let mergePolicy = SnapshotEvents(rawValue: 32)
}
