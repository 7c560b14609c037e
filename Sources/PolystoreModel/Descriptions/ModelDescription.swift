/// The description of a model: entities, composites, configurations and request templates, as plain values.
///
/// It is what the three ways into a model (classes, builder, file) produce and what a store keeps, as JSON, in its
/// metadata. `ManagedObjectModel` checks and links it.
public struct ModelDescription: Hashable, Sendable, Codable {
    /// The model's name, for messages.
    public var name: String
    /// The entities, in any order.
    public var entities: [EntityDescription] = []
    /// The composites that attributes refer to.
    public var composites: [CompositeDescription] = []
    /// Named sets of entities; sets may overlap.
    public var configurations: [String: [String]] = [:]
    /// Named requests, in which variables may stand.
    public var fetchRequestTemplates: [String: FetchRequestDescription] = [:]
    /// Free hints about the version; nothing depends on them.
    public var versionIdentifiers: [String] = []

    /// Makes an empty model.
    public init(name: String) { self.name = name }
}
