import PolystoreModel
import PolystoreStorage

/// Compares where entities live with where they lived when a store was last open.
enum HomeMap {
    /// Checks that every former home still serves its entity.
    ///
    /// - Parameters:
    ///   - former: What a store remembers.
    ///   - current: What routing found.
    ///   - store: The store that remembers, for the message.
    /// - Throws: `formerHomeMissing` or `homeChanged`, naming the entity, the old home and the new one.
    static func check(
        former: [String: [String]], against current: Routing, rememberedBy store: String
    ) throws(CoordinatorError) {
        let map = current.homeMap
        let names = Set(current.stores.map(\.name))
        for (entity, homes) in former.sorted(by: { $0.key < $1.key }) {
            // An entity that left the model is the business of migration.
            guard let known = current.model.entity(named: entity), !known.isAbstract else { continue }
            let now = map[entity] ?? current.homes[known.index].map { current.stores[$0].name }
            for home in homes where !now.contains(home) {
                throw CoordinatorError(
                    names.contains(home) ? .homeChanged : .formerHomeMissing,
                    [
                        .entity: entity, .expected: home, .found: now.joined(separator: ", "),
                        .reason: "remembered by store '\(store)'",
                    ])
            }
        }
    }
}
