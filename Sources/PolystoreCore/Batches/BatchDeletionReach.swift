import PolystoreModel
import PolystoreStorage

/// How far a deletion reaches by delete rules.
struct BatchDeletionReach {
    /// Whether it changes nothing but the rows that go, and asks nothing of others.
    private(set) var isAlone = true
    /// The stores whose rows or pairs may change.
    let stores: [AttachedStore]
    private let absence: ContextError?

    /// Follows the rules of some entities, whose objects lie in some stores.
    init(_ entities: [ModelEntity], from homes: [AttachedStore], _ coordinator: PersistentStoreCoordinator) {
        var numbers = Set(homes.map(\.number))
        var absence: ContextError?
        var open = entities
        var known = Set(entities)
        while let entity = open.popLast() {
            for relationship in entity.relationships where Self.matters(relationship) {
                isAlone = false
                if relationship.deleteRule != .noAction {
                    absence = absence ?? coordinator.absence(of: relationship)
                }
                if let join = relationship.join {
                    for store in coordinator.stores where store.placement.joins.contains(join) {
                        numbers.insert(store.number)
                    }
                }
                guard relationship.deleteRule == .cascade || relationship.deleteRule == .nullify else { continue }
                if relationship.form != .join || relationship.deleteRule == .cascade {
                    numbers.formUnion(coordinator.homes(of: relationship.destination).map(\.number))
                }
                guard relationship.deleteRule == .cascade else { continue }
                for next in relationship.destination.concreteFamily where known.insert(next).inserted {
                    open.append(next)
                }
            }
        }
        self.absence = absence
        stores = coordinator.stores.filter { numbers.contains($0.number) }
    }

    /// Refuses rules whose objects cannot be known.
    func throwIfAbsent() throws { if let absence { throw absence } }

    /// Whether anything beside the object's own row depends on a relationship when the object goes.
    static func matters(_ relationship: ModelRelationship) -> Bool {
        switch relationship.form {
        case .transient: return false
        case .join: return true
        case .inverseReference: return relationship.deleteRule != .noAction
        case .reference:
            switch relationship.deleteRule {
            case .cascade, .deny: return true
            // A reference of one to one is in the other row as well.
            case .nullify: return relationship.inverse?.form == .reference
            case .noAction: return false
            }
        }
    }
}
