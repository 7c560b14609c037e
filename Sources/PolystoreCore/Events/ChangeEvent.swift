import PolystoreModel

/// The changes of a context, saved or not, since the last such event.
public struct ChangeEvent: Sendable, Hashable {
    /// Objects that were inserted, here or by a save that was merged.
    public let inserted: Set<ObjectID>
    /// Objects that were changed.
    public let updated: Set<ObjectID>
    /// Objects that were deleted.
    public let deleted: Set<ObjectID>
    /// Objects whose values were read again, or would be: those that a merged save changed, whether they are held or not.
    public let refreshed: Set<ObjectID>
    /// Whether every object of the context became invalid, by a reset.
    public let isInvalidated: Bool
}
