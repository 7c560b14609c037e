import PolystoreModel
import PolystoreStorage

/// Compares where entities live with where they lived when a store was last open.
struct HomeMap {
    /// Where entities live now.
    let current: Routing
    /// Whether the store at a position is there and held an entity before; nil goes by names alone.
    var held: ((_ position: Int, _ entity: String) -> Bool)?
    /// Whether a former home is known to be gone.
    var isForgotten: (_ home: String, _ entity: ModelEntity) -> Bool = { _, _ in false }

    /// Checks that every former home still serves its entity.
    ///
    /// A store that held the entity before and is called otherwise now is the former home under a new name. A store of the
    /// same name that is new, or never held the entity, is not.
    ///
    /// - Parameters:
    ///   - former: What a store remembers.
    ///   - store: The store that remembers, for the message.
    /// - Throws: `formerHomeMissing` or `homeChanged`, naming the entity, the old home and the new one.
    func check(former: [String: [String]], rememberedBy store: String) throws(CoordinatorError) {
        let names = Set(current.stores.map(\.name))
        for (entity, homes) in former.sorted(byName: \.key) {
            // An entity that left the model is the business of migration.
            guard let known = current.model.entity(named: entity), !known.isAbstract else { continue }
            let now = current.homes[known.index]
            let holders = now.filter { held?($0, entity) ?? homes.contains(current.stores[$0].name) }
            let kept = Set(holders.map { current.stores[$0].name })
            let removed = current.absentHomes[known.index] ?? []
            let lost = homes.filter { home in
                !kept.contains(home) && !removed.contains(home) && !isForgotten(home, known)
            }
            let renamed = kept.subtracting(homes)
            guard lost.count > renamed.count, let home = lost.first else { continue }
            let isOther = now.contains { current.stores[$0].name == home }
            throw CoordinatorError(
                names.contains(home) && !isOther ? .homeChanged : .formerHomeMissing,
                [
                    .entity: entity, .expected: home,
                    .found: now.map { current.stores[$0].name }.joined(separator: ", "),
                    .reason: "remembered by store '\(store)'"
                        + (isOther ? "; what is called '\(home)' now is another store" : ""),
                ])
        }
    }
}
