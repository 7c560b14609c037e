/// One value that a row holds for an attribute: the attribute's own, or that of an element of a composite.
public struct StoredElement: Hashable, Sendable {
    /// The number of the attribute's name, or of `attribute.element`.
    public let key: PropertyKey
    /// How the value lies in a row.
    public let kind: SlotKind
    /// Whether the value may lie in a file of its own.
    public let allowsExternalStorage: Bool
    /// The name in an earlier version of the model, as far as a renaming identifier says another than this one.
    public let renamingIdentifier: String?
}
