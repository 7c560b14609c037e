/// Everything in which a version of a model differs from an earlier one.
///
/// Entities and properties with new names are found by their renaming identifiers: the identifier of the new part is the
/// identifier or the name of the old one. Without an identifier a part is the one of its name. References follow: a
/// relationship to a renamed entity, or a constraint of a renamed property, did not change. What an entity inherits is
/// listed of the ancestor that declares it. Renaming identifiers are not compared themselves.
public struct ModelDifference: Hashable, Sendable {
    /// What changed: entities in the order of their names, each with its properties, and then the rest.
    public let changes: [ModelChange]
    /// What was perhaps renamed without a renaming identifier, in the order of the changes.
    public let suggestedRenames: [SuggestedRename]
    /// The names of the entities whose version hashes differ, or that only one version has, in order: their rows cannot be
    /// used with the other version.
    public let differingEntities: [String]
    /// How many entities were compared, and are in the new version.
    public let entityCount: Int

    /// Whether nothing separates the versions.
    public var isEmpty: Bool { changes.isEmpty && differingEntities.isEmpty }

    /// Whether a store of the one version cannot be used with the other.
    public var concernsStores: Bool { changes.contains(where: \.concernsStores) }

    /// Compares all of two versions of a model.
    ///
    /// The versions need not be valid. The time is linear in their sizes, up to sorting.
    public init(from old: ModelDescription, to new: ModelDescription) {
        let (old, new) = (ModelNameResolution.resolve(old), ModelNameResolution.resolve(new))
        let names = Set((old.entities + new.entities).map(\.name)).sorted(byName: \.self)
        var comparison = ModelComparison(old, new)
        comparison.compare()
        self.init(comparison, names, VersionHash.hashes(of: old), VersionHash.hashes(of: new))
    }

    /// Compares what the rows of some entities depend on.
    ///
    /// A name is compared wherever rows depend on it, so that each entity whose hash differs has a change that says why.
    ///
    /// - Parameters:
    ///   - stored: The model that a store keeps.
    ///   - current: The model of the program.
    ///   - entities: The names of the entities that matter: those that the store serves.
    public init(stored: ModelDescription, current: ManagedObjectModel, entities: [String]) {
        let (old, new) = (ModelNameResolution.resolve(stored), current.description)
        let hashes = (VersionHash.hashes(of: old), VersionHash.hashes(of: new))
        let names = Set(entities).sorted(byName: \.self)
        var comparison = ModelComparison(old, new, rowsOf: names.filter { hashes.0[$0] != hashes.1[$0] })
        comparison.compare()
        self.init(comparison, names, hashes.0, hashes.1)
    }

    private init(
        _ comparison: ModelComparison, _ names: [String], _ old: [String: [UInt8]], _ new: [String: [UInt8]]
    ) {
        changes = comparison.changes
        suggestedRenames = comparison.suggestedRenames
        differingEntities = names.filter { old[$0] != new[$0] }
        entityCount = Set(names).union(new.keys).count
    }
}
