import PolystoreModel

/// A version of a model that a store was written with, and how that is known.
public struct StoreMatch: Sendable, Hashable {
    /// What a match is based on, the surest first.
    public enum Basis: String, Sendable, Hashable {
        /// Core Data's own hash of every entity is the same in the store and in the compiled version.
        case entityHashes
        /// The model that the store keeps says of stored objects what the version says: Polystore's hash of every entity of
        /// the store is the same.
        case storedModel
        /// The store has the version's entities, with their parents, and exactly the tables and columns that it wants. Two
        /// versions that differ in what no table shows (optionality, the type of a number) both match.
        case tables
    }

    /// The version's name.
    public let version: String
    /// How it is known.
    public let basis: Basis

    /// Makes a match.
    public init(version: String, basis: Basis) {
        self.version = version
        self.basis = basis
    }
}

extension StoreMatch {
    /// Whether a store was written with a model that has only one version, and how that is known; nil when it was not.
    public static func match(of model: ModelDescription, with store: StoreEvidence) -> StoreMatch? {
        StoreMatching(store: store).matches([.init(name: model.name, model: model)]).first
    }
}
