/// One thing in which a version of a model differs from an earlier one.
public struct ModelChange: Hashable, Sendable {
    /// What became of a part.
    public enum Kind: Hashable, Sendable {
        /// Only the new version has the part: what it says of it, without what it says nothing of.
        case added([ModelFact])
        /// Only the old version has the part.
        case removed
        /// The part had another name; a renaming identifier says so.
        case renamed(from: String)
        /// Something else is said of the part; nil where nothing is said.
        case changed(ModelAspect, from: ModelFactValue?, to: ModelFactValue?)
    }

    /// The part, by its names in the new version; one that was removed by those in the old one, as far as what it is a
    /// part of has no new name.
    public let part: ModelPart
    /// What became of it.
    public let kind: Kind
    /// Whether stored rows depend on it, so that a store of the one version cannot be used with the other.
    public let concernsStores: Bool

    /// The aspect that changed; nil for what was added, removed or renamed.
    public var aspect: ModelAspect? {
        if case .changed(let aspect, _, _) = kind { aspect } else { nil }
    }
}
