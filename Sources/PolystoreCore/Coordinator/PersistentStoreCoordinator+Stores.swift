import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Opens stores, all or none, beside those that are open.
    ///
    /// Everything that can be told from the descriptions is decided before any store is opened: homes, partitions, and
    /// which references lead from store to store.
    ///
    /// - Parameters:
    ///   - descriptions: The stores, in the order of the store file.
    ///   - partitions: Rules for entities with several homes; they replace the rules of the same entities.
    ///   - missingStores: What happens when one of the stores refers to a store, or remembers a home of entities, that is
    ///     not among them.
    /// - Throws: `CoordinatorError`, naming store and entity; the stores that were open stay as they were.
    public func addStores(
        _ descriptions: [PersistentStoreDescription], partitions: [PartitionRule] = [],
        missingStores: MissingStorePolicy = .refuse
    ) throws(CoordinatorError) {
        changing.lock()
        defer { changing.unlock() }
        let old = current
        let all = (old?.stores.map(\.description) ?? []) + descriptions
        var routed: [RoutedStore] = []
        for description in all { routed.append(try self.routed(description)) }
        try checkNames(all)
        try refuseUnfinished(all)
        let rest = all.filter(\.servesUnlistedEntities)
        guard rest.count < 2 else {
            throw CoordinatorError(
                .invalidDescription,
                [
                    .store: rest[1].name,
                    .reason: "store '\(rest[0].name)' serves all entities that are not listed already",
                ])
        }
        let replaced = Set(partitions.map(\.entity))
        let kept = old?.rules.filter { !replaced.contains($0.entity) } ?? []
        let rules = kept + partitions
        // What a rule says of a store that was removed holds again when that comes back.
        let names = Set(all.map(\.name))
        let usable = kept.map { $0.among(names) } + partitions
        let routing = try Routing(
            model: model, stores: routed, partitions: usable, absent: old?.routing.absentHomes ?? [:])
        let placements = try routing.placements(keepsPeers: keepsPeers)
        if let old { try checkPlacements(of: old, routing, placements) }
        let opener = StoreOpener(coordinator: self, routing: routing, placements: placements)
        let opened = try opener.open(descriptions, from: old?.stores.count ?? 0, missingStores)
        replace(StoreSet(stores: (old?.stores ?? []) + opened, routing: routing, rules: rules))
        if missingStores == .refuse { try rememberHomes() }
    }

    /// Opens a store beside those that are open.
    public func addStore(_ description: PersistentStoreDescription) throws(CoordinatorError) {
        try addStores([description])
    }

    /// Closes a store; from then on its objects are not reachable, and references to them lead nowhere.
    ///
    /// Its rows stay readable through generations that were taken before; then it takes no more saves, and its files are
    /// closed, and may be opened anew, when the last of these generations has gone.
    ///
    /// - Throws: `unknownStore`; `store` when it does not close cleanly: it is removed nevertheless.
    public func removeStore(named name: String) throws(CoordinatorError) {
        changing.lock()
        defer { changing.unlock() }
        guard let old = current, let store = old.store(named: name) else {
            throw CoordinatorError(.unknownStore, [.store: name])
        }
        let rest = old.stores.filter { $0 !== store }
        removed.withLock { _ = $0.insert(store.identifier) }
        replace(rest.isEmpty ? nil : StoreSet(stores: rest, routing: old.routing.without(store.name), rules: old.rules))
        if let failure = close([store], remaining: rest) { throw failure }
    }

    /// Closes all stores.
    ///
    /// - Throws: The first error; all stores are closed nevertheless.
    public func close() throws(CoordinatorError) {
        changing.lock()
        defer { changing.unlock() }
        let stores = self.stores
        replace(nil)
        generations.close()
        if let failure = close(stores, remaining: []) { throw failure }
    }

    /// Closes stores that are not reachable any more; what kept one from being closed cleanly is returned.
    private func close(_ leaving: [AttachedStore], remaining: [AttachedStore]) -> CoordinatorError? {
        var failure: CoordinatorError?
        do throws(StoreError) { try leaveLog(leaving, remaining: remaining) } catch {
            failure = CoordinatorError(.commitLog, error.details, cause: error)
        }
        for store in leaving {
            do throws(StoreError) {
                if isShown(store) { try store.closeForWriting() } else { try store.close() }
            } catch {
                failure = failure ?? CoordinatorError(error, in: store.number)
            }
        }
        return failure
    }

    /// The store type that a description names.
    func storeType(of description: PersistentStoreDescription) throws(CoordinatorError) -> StoreType {
        guard let type = storeTypes.first(where: { $0.name == description.type }) else {
            throw CoordinatorError(
                .unknownStoreType,
                [
                    .store: description.name, .found: description.type,
                    .expected: storeTypes.map(\.name).joined(separator: ", "),
                ])
        }
        return type
    }

    /// Refuses durable stores of which a restore or a copy has not put all into their places.
    private func refuseUnfinished(_ all: [PersistentStoreDescription]) throws(CoordinatorError) {
        let durable = all.filter { description in
            storeTypes.first { $0.name == description.type }?.capabilities.isDurable ?? false
        }
        try UnfinishedMarks(durable).refuse()
    }

    /// What routing needs of a description.
    private func routed(_ description: PersistentStoreDescription) throws(CoordinatorError) -> RoutedStore {
        let type = try storeType(of: description)
        func invalid(_ reason: String) -> CoordinatorError {
            CoordinatorError(.invalidDescription, [.store: description.name, .reason: reason])
        }
        if type.hasURL, description.url == nil { throw invalid("type '\(type.name)' needs a URL") }
        if !type.hasURL, description.url != nil { throw invalid("type '\(type.name)' has no URL") }
        if description.servesUnlistedEntities, description.configuration != nil || description.entities != nil {
            throw invalid("all unlisted entities exclude configuration and entities")
        }
        var listed: [ModelEntity]?
        if let configuration = description.configuration {
            guard description.entities == nil else { throw invalid("configuration and entities exclude each other") }
            guard let entities = model.entities(inConfiguration: configuration) else {
                throw CoordinatorError(
                    .unknownConfiguration, [.store: description.name, .configuration: configuration])
            }
            listed = entities
        } else if let names = description.entities {
            var entities: [ModelEntity] = []
            for name in names {
                guard let entity = model.entity(named: name) else {
                    throw CoordinatorError(.unknownEntity, [.store: description.name, .entity: name])
                }
                entities.append(entity)
            }
            listed = entities
        }
        return RoutedStore(
            name: description.name, isVolatile: !type.capabilities.isDurable,
            isReadOnly: description.access == .readOnly, listed: listed,
            servesUnlisted: description.servesUnlistedEntities)
    }

    private func checkNames(_ descriptions: [PersistentStoreDescription]) throws(CoordinatorError) {
        var names: Set<String> = []
        for description in descriptions where !names.insert(description.name).inserted {
            throw CoordinatorError(.duplicateName, [.store: description.name])
        }
    }

    /// An open store keeps its layouts: what it serves, keeps and lets lead out cannot change while it is open.
    private func checkPlacements(
        of old: StoreSet, _ routing: Routing, _ placements: [StorePlacement]
    ) throws(CoordinatorError) {
        for (position, store) in old.stores.enumerated() {
            let entities = routing.entities(of: position)
            if let lost = store.entities.first(where: { !entities.contains($0) })
                ?? entities.first(where: { !store.entities.contains($0) })
            {
                let homes = routing.homes[lost.index].map { routing.stores[$0].name }.joined(separator: ", ")
                throw CoordinatorError(.homeChanged, [.entity: lost.name, .expected: store.name, .found: homes])
            }
            let (kept, wanted) = (store.placement, placements[position])
            let leaving = wanted.leavingReferences.subtracting(kept.leavingReferences)
                .union(wanted.omittedReferences.subtracting(kept.omittedReferences))
            if let relationship = leaving.min(by: { $0.name < $1.name }) {
                throw CoordinatorError(
                    .placementChanged,
                    [.entity: relationship.entity.name, .property: relationship.name, .store: store.name])
            }
            let joins = Set(wanted.joins).subtracting(kept.joins)
                .union(wanted.leavingJoins.subtracting(kept.leavingJoins))
            if let join = joins.min(by: { $0.name < $1.name }) {
                throw CoordinatorError(
                    .placementChanged,
                    [.entity: join.forward.entity.name, .property: join.forward.name, .store: store.name])
            }
        }
    }
}
