import Foundation
import PolystoreModel
import PolystoreStorage

/// Opens some stores for a coordinator, all or none.
struct StoreOpener {
    let coordinator: PersistentStoreCoordinator
    let routing: Routing
    let placements: [StorePlacement]

    /// What is known of a store before it is opened.
    private struct Candidate {
        let description: PersistentStoreDescription
        let type: StoreType
        let position: Int
        /// The store's metadata; nil for a store that is not there yet, and for one that is volatile.
        var metadata: StoreMetadata?
        /// The UUID of the store if the opening makes it.
        let newIdentifier = UUID()
    }

    /// Opens stores whose positions begin with `first`.
    func open(
        _ descriptions: [PersistentStoreDescription], from first: Int, _ missingStores: MissingStorePolicy
    ) throws(CoordinatorError) -> [AttachedStore] {
        var candidates: [Candidate] = []
        for (index, description) in descriptions.enumerated() {
            candidates.append(try look(at: description, position: first + index))
        }
        if missingStores == .refuse { try checkMemory(of: candidates) }
        var opened: [(store: AttachedStore, candidate: Candidate)] = []
        for candidate in candidates {
            do throws(CoordinatorError) {
                opened.append((try open(candidate), candidate))
            } catch {
                for (store, candidate) in opened.reversed() { undo(store, candidate) }
                throw error
            }
        }
        do throws(CoordinatorError) {
            let before = coordinator.stores.map(\.description)
            try coordinator.recover(opened.map(\.store), before + descriptions)
        } catch {
            for (store, candidate) in opened.reversed() { undo(store, candidate) }
            throw error
        }
        return opened.map(\.store)
    }

    /// Looks at what the store remembers, before it is opened: where entities lived, and its UUID.
    private func look(
        at description: PersistentStoreDescription, position: Int
    ) throws(CoordinatorError) -> Candidate {
        let type = try coordinator.storeType(of: description)
        guard type.capabilities.isDurable else {
            return Candidate(description: description, type: type, position: position)
        }
        let metadata: StoreMetadata
        do throws(StoreError) {
            metadata = try type.metadata(description)
        } catch {
            guard error.code == .missing, description.creates else {
                throw StoreOpener.error(error, description)
            }
            return Candidate(description: description, type: type, position: position)
        }
        if OpenStores.all.contains(metadata.identifier), !description.opensAsCopy {
            throw StoreOpener.error(StoreError(.duplicateIdentifier), description)
        }
        return Candidate(description: description, type: type, position: position, metadata: metadata)
    }

    /// Refuses stores that remember others which are not there.
    private func checkMemory(of candidates: [Candidate]) throws(CoordinatorError) {
        let members = candidates.map {
            RememberedStores.Member(
                description: $0.description, position: $0.position, metadata: $0.metadata,
                isDurable: $0.type.capabilities.isDurable)
        }
        let memory = try coordinator.memory(routing, candidates: members)
        for member in members { try memory.check(member) }
    }

    private func open(_ candidate: Candidate) throws(CoordinatorError) -> AttachedStore {
        let description = candidate.description
        let placement = placements[candidate.position]
        let entities = routing.entities(of: candidate.position)
        var opening = StoreOpening(
            name: description.name, url: description.url, model: coordinator.model, entities: entities,
            placement: placement)
        opening.access = description.access
        opening.creates = description.creates
        opening.newIdentifier = candidate.newIdentifier
        opening.durability = description.durability
        opening.lockTimeout = description.lockTimeout
        opening.options = description.options
        opening.homes = routing.homeMap
        opening.openIdentifiers = OpenStores.all
        opening.opensAsCopy = description.opensAsCopy
        opening.trace = coordinator.trace
        let store: any PersistentStore
        do throws(StoreError) {
            try StoreNeeds.check(candidate.type.capabilities, entities, placement)
            try StoreNeeds.check(description.options, of: candidate.type)
            store = try candidate.type.open(opening)
        } catch {
            throw StoreOpener.error(error, description)
        }
        guard let entry = OpenStores.enter(store.identifier) else {
            // Opened twice at the same time: the later one gives way. Its own close can only fail for reasons that
            // matter less than this.
            try? store.close()
            throw StoreOpener.error(StoreError(.duplicateIdentifier), description)
        }
        return AttachedStore(
            store, description, entities: entities, placement: placement, entry: entry,
            commitBarrier: coordinator.commitBarrier,
            // The cache's snapshots hold the store.
            willPublish: { [weak snapshotCache = coordinator.snapshotCache] in snapshotCache?.drop() })
    }

    /// Closes a store again; one that the opening made goes.
    ///
    /// Not so one that another process made behind the look at what is there, nor one that another process has changed
    /// since it was closed here: it may hold saves.
    private func undo(_ store: AttachedStore, _ candidate: Candidate) {
        let isMade = store.isDurable && store.identifier == candidate.newIdentifier
        // The error that led here is the one to report; a store that stays is an empty one.
        let made = isMade ? try? store.metadata : nil
        try? store.close()  // as above
        // As above.
        guard let made, let place = try? candidate.type.reserve(candidate.description) else { return }
        defer { place.release() }
        // As above.
        guard let left = try? place.metadata(), left.identifier == made.identifier, left.watermark == made.watermark,
            left.domain == made.domain, left.peers == made.peers
        else { return }
        // As above.
        try? place.destroy()
    }

    /// A store's error with the name that the program knows the store by, whatever its type calls it, and its path.
    static func error(_ error: StoreError, _ description: PersistentStoreDescription) -> CoordinatorError {
        var error = error
        error.details[.store] = description.name
        error.details[.path] = error.details[.path] ?? description.url?.path
        return CoordinatorError(error, in: .none)
    }
}
