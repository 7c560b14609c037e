import PolystoreModel
import PolystoreStorage

/// The stores of a coordinator at one time and how objects are routed to them; replaced as a whole when a store comes
/// or goes.
final class StoreSet: Sendable {
    /// The stores in the order of the store file.
    let stores: [AttachedStore]
    /// How objects are routed; positions are those of `stores`.
    let routing: Routing
    /// The partition rules that the routing was made with.
    let rules: [PartitionRule]
    /// What snapshots of all of them are looked at for.
    let cut: SharedCut
    /// The plans of plain requests that were answered while these were the stores.
    let plans = PlanCache()

    init(stores: [AttachedStore], routing: Routing, rules: [PartitionRule]) {
        self.stores = stores
        cut = SharedCut(stores)
        self.routing = routing
        self.rules = rules
    }

    func store(_ number: StoreNumber) -> AttachedStore? { stores.first { $0.number == number } }

    func position(of number: StoreNumber) -> Int? { stores.firstIndex { $0.number == number } }

    func store(named name: String) -> AttachedStore? { stores.first { $0.name == name } }

    /// The stores of an entity's concrete family.
    func homes(of entity: ModelEntity) -> [AttachedStore] { routing.homes(ofFamily: entity).map { stores[$0] } }

    /// Why the other side of a relationship cannot be looked up: no open store holds what says it, although one did.
    ///
    /// A to-one relationship that the row keeps says itself; others are said by the rows of the other side, or by pairs,
    /// which lie with the join's sources.
    func absence(of relationship: ModelRelationship) -> ContextError? {
        guard !routing.absentHomes.isEmpty else { return nil }
        let side: ModelEntity
        switch relationship.form {
        case .reference: side = relationship.destination
        case .inverseReference: side = relationship.destination
        case .join:
            guard let join = relationship.join, join.forward !== relationship else { return nil }
            side = join.forward.entity
        case .transient: return nil
        }
        guard let absent = routing.absentHome(among: side.concreteFamily) else { return nil }
        return ContextError(
            .storeNotOpen,
            [
                .entity: absent.entity.name, .store: absent.stores,
                .property: "\(relationship.entity.name).\(relationship.name)",
            ])
    }
}
