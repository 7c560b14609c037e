import PolystoreModel

/// Which stores hold which entities: an entity lives where it is listed, or else where its nearest listed
/// ancestor does, or else in the store of all that is not listed.
struct EntityHomes {
    /// The stores that list each entity itself, by the entity's index.
    private var listings: [[EntityListing]]
    /// The store of everything that no store lists.
    var rest: EntityListing?

    init(model: ManagedObjectModel) { listings = Array(repeating: [], count: model.entities.count) }

    /// Notes that a store lists an entity; a store that does so twice counts once.
    mutating func add(_ listing: EntityListing, for entity: ModelEntity) {
        guard !listings[entity.index].contains(where: { $0.store.name == listing.store.name }) else { return }
        listings[entity.index].append(listing)
    }

    /// The entity itself or its nearest ancestor that a store lists; nil when there is none.
    func listedAncestor(of entity: ModelEntity) -> ModelEntity? {
        entity.lineage.last { !listings[$0.index].isEmpty }
    }

    /// The stores of an entity, in the order of the file.
    func homes(of entity: ModelEntity) -> [EntityListing] {
        listedAncestor(of: entity).map { listings[$0.index] } ?? [rest].compactMap(\.self)
    }
}
