import PolystoreModel

/// What changed in a context, saved or not, since the last such event.
public struct ChangeEvent: Sendable, Hashable {
    /// Objects that were inserted.
    public let inserted: Set<ObjectID>
    /// Objects that were changed.
    public let updated: Set<ObjectID>
    /// Objects that were deleted.
    public let deleted: Set<ObjectID>
    /// Objects whose values were read again.
    public let refreshed: Set<ObjectID>
    /// Whether every object of the context became invalid, by a reset.
    public let isInvalidated: Bool
}
