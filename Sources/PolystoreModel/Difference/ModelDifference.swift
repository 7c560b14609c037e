/// What separates the model that a store was made for from the model of the program, in words.
///
/// Two entities are the same exactly if their version hashes are; the words say where the hashes come apart. "There" is
/// the store, "here" the program.
public struct ModelDifference: Hashable, Sendable, CustomStringConvertible {
    /// How many entities the program's model has, together with those of the store that it has no more.
    public let entityCount: Int
    /// The names of the entities whose version hashes differ, or that only one of both models has, in order.
    public let differingEntities: [String]
    /// One sentence for each thing that differs: `Person.age is Integer 16 there, Integer 64 here`.
    public let sentences: [String]

    /// Whether nothing separates the models.
    public var isEmpty: Bool { differingEntities.isEmpty }

    /// The sentences and how many entities they are about.
    public var description: String {
        let count = differingEntities.count
        let noun = entityCount == 1 ? "entity" : "entities"
        let verb = count == 1 ? "differs" : "differ"
        return (sentences + ["\(count) of \(entityCount) \(noun) \(verb)"]).joined(separator: "; ")
    }

    /// Compares some entities of two models.
    ///
    /// - Parameters:
    ///   - stored: The model that a store keeps.
    ///   - current: The model of the program.
    ///   - entities: The names of the entities that matter: those that the store serves.
    public init(stored: ModelDescription, current: ManagedObjectModel, entities: [String]) {
        let there = ModelNameResolution.resolve(stored)
        let hashes = VersionHash.hashes(of: there)
        let names = Set(entities).sorted(byName: \.self)
        entityCount = Set(names).union(current.entities.map(\.name)).count
        differingEntities = names.filter { hashes[$0] != current.entity(named: $0)?.versionHash }
        sentences = EntityComparison(there: ModelNames(there), here: ModelNames(current.description))
            .sentences(for: differingEntities)
    }
}
