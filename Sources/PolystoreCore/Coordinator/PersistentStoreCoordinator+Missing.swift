import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// The UUIDs of stores that references of open stores may lead to and that are not open, by the name of the store that
    /// refers to them; of one that is forgotten nothing is said.
    public var missingStores: [String: [UUID]] {
        get throws(CoordinatorError) {
            guard let set = current else { return [:] }
            let memory = try memory(set.routing, candidates: [])
            var missing: [String: [UUID]] = [:]
            for member in memory.members {
                let lost = memory.lostStores(of: member).map(\.key)
                if !lost.isEmpty { missing[member.description.name] = lost }
            }
            return missing
        }
    }

    /// Has the open stores forget stores that are gone for good: from then on they open without them.
    ///
    /// Nothing that they hold changes: references to objects of a forgotten store lead nowhere, and lead there again when
    /// the store comes back. The stores have to be open with `MissingStorePolicy.accept`, for writing.
    ///
    /// - Parameter stores: UUIDs of stores, as `lostStore` names them, or names of former homes, which stand for the
    ///   store with that name as long as no other store may be meant.
    /// - Returns: The names of the stores that remembered one of them.
    /// - Throws: `readOnly`, `store`.
    @discardableResult
    public func forgetStores(_ stores: [String]) throws(CoordinatorError) -> [String] {
        try forget(stores).stores
    }

    /// As above, and has the commit log forget them.
    ///
    /// - Parameter stores: As above.
    /// - Returns: The names of the stores that remembered one of them, and those by which the log knew them.
    /// - Throws: `readOnly`, `store`, `commitLog`.
    package func forget(
        _ stores: [String]
    ) throws(CoordinatorError) -> (stores: [String], members: [String]) {
        guard let set = current else { return ([], []) }
        let memory = try memory(set.routing, candidates: [])
        var told: [String] = []
        for member in memory.members {
            guard let metadata = member.metadata else { continue }
            let forgotten = memory.forgotten(by: member, metadata, adding: stores)
            guard forgotten.text != metadata.user[ForgottenStores.key] else { continue }
            try setMetadata([ForgottenStores.key: forgotten.text], inStore: member.description.name)
            told.append(member.description.name)
        }
        return (told, try forgetMembers(stores))
    }

    /// What open stores, and others that are about to be opened, remember of each other.
    func memory(
        _ routing: Routing, candidates: [RememberedStores.Member]
    ) throws(CoordinatorError) -> RememberedStores {
        var members: [RememberedStores.Member] = []
        for (position, store) in stores.enumerated() {
            do throws(StoreError) {
                members.append(
                    RememberedStores.Member(
                        description: store.description, position: position,
                        metadata: store.isDurable ? try store.metadata : nil, isDurable: store.isDurable))
            } catch {
                throw CoordinatorError(error, in: store.number)
            }
        }
        return RememberedStores(
            routing: routing, members: members + candidates, removed: removed.withLock { $0 })
    }

    /// Lets names of homes be remembered again that were forgotten until now.
    func rememberHomes() throws(CoordinatorError) {
        for store in stores where store.isDurable && store.access == .readWrite {
            let metadata: StoreMetadata
            do throws(StoreError) { metadata = try store.metadata } catch {
                throw CoordinatorError(error, in: store.number)
            }
            var forgotten = ForgottenStores(metadata)
            forgotten.dropNames()
            guard forgotten.text != metadata.user[ForgottenStores.key] else { continue }
            try setMetadata([ForgottenStores.key: forgotten.text], inStore: store.name)
        }
    }
}
