import Foundation
import PolystoreModel
import PolystoreStorage

/// What the stores of a coordinator remember of each other: the stores that their references name, and where entities
/// lived.
struct RememberedStores {
    /// One store, by its place in the routing.
    struct Member {
        let description: PersistentStoreDescription
        let position: Int
        /// Nil for a store that is not there yet, and for one that is volatile.
        let metadata: StoreMetadata?
        let isDurable: Bool
    }

    let routing: Routing
    /// All stores, those that are open and those that are about to be.
    let members: [Member]
    /// The UUIDs of stores that the coordinator had open and closed on purpose.
    let removed: Set<UUID>

    /// Makes sure that everything that a store remembers is among the stores.
    ///
    /// - Throws: `lostStore` for references to a store that is none of them; `formerHomeMissing` or `homeChanged` for an
    ///   entity whose home is none of them, or another one.
    func check(_ member: Member) throws(CoordinatorError) {
        guard let metadata = member.metadata else { return }
        if let lost = lostStores(of: member).first { throw error(lost.key, lost.value, rememberedBy: member) }
        // A store that was never saved remembers what was meant at its making, which may not have come to be.
        guard metadata.watermark > 0 else { return }
        let forgotten = ForgottenStores(metadata)
        let roots = Set(metadata.peers.filter { forgotten.contains($0.store) }.map(\.root))
        let homes = HomeMap(
            current: routing,
            held: { position, entity in
                members.contains { $0.position == position && $0.metadata.map { $0.held(entity) } ?? !$0.isDurable }
            },
            isForgotten: { home, entity in forgotten.contains(home) || roots.contains(entity.root.name) })
        try homes.check(former: metadata.homes, rememberedBy: member.description.name)
    }

    /// The stores that references of one may lead to and that are not there, with the root entities of those objects.
    func lostStores(of member: Member) -> [(key: UUID, value: [String])] {
        guard let metadata = member.metadata else { return [] }
        let known = Set(members.compactMap(\.metadata?.identifier)).union(removed)
        let forgotten = ForgottenStores(metadata)
        let lost = metadata.peers.filter { !known.contains($0.store) && !forgotten.contains($0.store) }
        return Dictionary(grouping: lost, by: \.store).mapValues { $0.map(\.root).sorted() }
            .sorted(byName: \.key.uuidString)
    }

    /// What a store has forgotten when it is to forget some stores, too.
    ///
    /// A name also stands for a lost store if that cannot have had any other name.
    func forgotten(by member: Member, _ metadata: StoreMetadata, adding stores: [String]) -> ForgottenStores {
        let identifiers = Set(metadata.peers.map(\.store.uuidString))
        let homes = Set(metadata.homes.values.joined()).subtracting([member.description.name])
        let present = Set(members.filter { $0.metadata != nil }.map(\.description.name))
        var forgotten = ForgottenStores(metadata)
        for store in stores where identifiers.contains(store.uppercased()) || homes.contains(store) {
            forgotten.add(store)
            for (identifier, roots) in lostStores(of: member) {
                let names = formerNames(of: roots, rememberedBy: member)
                if names == [store] || names.subtracting(present) == [store] { forgotten.add(identifier.uuidString) }
            }
        }
        return forgotten
    }

    /// The stores, but for the one that remembers them, in which objects of some root entities lived.
    private func formerNames(of roots: [String], rememberedBy member: Member) -> Set<String> {
        let homes = (member.metadata?.homes ?? [:]).filter { entity, _ in
            routing.model.entity(named: entity).map { roots.contains($0.root.name) } ?? false
        }
        return Set(homes.values.joined()).subtracting([member.description.name])
    }

    private func error(_ lost: UUID, _ roots: [String], rememberedBy member: Member) -> CoordinatorError {
        let names = formerNames(of: roots, rememberedBy: member).sorted()
        let present = members.filter(\.isDurable).map { other in
            let place = other.description.url.map { " at '\($0.path)'" } ?? ""
            let state = other.metadata.map { "UUID \($0.identifier.uuidString)" } ?? "not there yet"
            return "'\(other.description.name)'\(place): \(state)"
        }
        let former = names.isEmpty ? "" : ", formerly \(names.map { "'\($0)'" }.joined(separator: " or "))"
        return CoordinatorError(
            .lostStore,
            [
                .store: member.description.name, .path: member.description.url?.path, .found: lost.uuidString,
                .entity: roots.joined(separator: ", "),
                .reason: "it refers to objects of \(roots.joined(separator: ", ")) in the store with UUID "
                    + "\(lost.uuidString)\(former), which is none of these (\(present.joined(separator: "; "))); "
                    + "name that store with its type and url again, or give it up with 'polystore store forget'",
            ])
    }
}

extension StoreMetadata {
    /// Whether the store served an entity before.
    fileprivate func held(_ entity: String) -> Bool {
        entityHashes[entity] != nil || layouts.contains { $0.entity == entity }
            || entityHashes.isEmpty && layouts.isEmpty
    }
}
