import PolystoreModel

/// Everything in which a model differs from another.
public struct ModelChanges: Hashable, Sendable, CustomStringConvertible {
    /// The changes: entities in the order of their names, each with its properties, and then the rest.
    public let changes: [ModelChange]

    /// Whether the models say the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// Whether a store of the one model cannot be used with the other.
    public var concernsStores: Bool { changes.contains(where: \.concernsStores) }

    /// One line a change, and one that counts them.
    public var description: String {
        let stored = changes.count(where: \.concernsStores)
        let count = changes.count == 1 ? "1 change" : "\(changes.count) changes"
        let summary =
            changes.isEmpty
            ? "no changes"
            : "\(count), \(stored == 0 ? "none" : String(stored)) of which \(stored == 1 ? "concerns" : "concern") stored objects"
        return (changes.map(\.description) + [summary]).joined(separator: "\n")
    }
}

extension ModelDescription {
    /// What became of the model in another version of it.
    ///
    /// Entities and properties that have a new name are recognised by their renaming identifiers.
    public func difference(to other: ModelDescription) -> ModelChanges {
        var comparison = ModelComparison()
        comparison.compare(ModelNameResolution.resolve(self), ModelNameResolution.resolve(other))
        return ModelChanges(changes: comparison.changes)
    }
}
