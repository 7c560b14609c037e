import Foundation
import PolystoreStorage

extension StoreType {
    /// A type of reference stores.
    ///
    /// - Parameters:
    ///   - name: The type's name.
    ///   - disk: Where durable stores lie; nil makes volatile ones.
    ///   - planning: How queries are answered.
    ///   - uniqueness: Whether values of constraints are kept unique.
    ///   - sharedReading: Whether the stores say that other processes may write them.
    ///   - opened: Called with each store that is opened.
    /// - Returns: The type.
    package static func reference(
        _ name: String, disk: ReferenceDisk? = nil, planning: ReferenceStore.Planning = .scan,
        uniqueness: Bool = true, sharedReading: Bool = false,
        opened: @escaping @Sendable (ReferenceStore) -> Void = { _ in }
    ) -> StoreType {
        var capabilities = StoreCapabilities()
        capabilities.isDurable = disk != nil
        capabilities.jointCommit = disk != nil ? .redoable : .none
        capabilities.uniqueness = uniqueness
        capabilities.concurrentSnapshots = true
        capabilities.orderedRelationships = true
        capabilities.joins = true
        capabilities.sharedReading = sharedReading
        let declared = capabilities
        guard let disk else {
            return StoreType(name: name, product: "PolystoreReferenceStore", capabilities: declared) {
                opening throws(StoreError) in
                try options(opening)
                let store = ReferenceStore(opening, declared, planning, nil)
                opened(store)
                return store
            }
        }
        return StoreType(
            name: name, product: "PolystoreReferenceStore", hasURL: true, options: [], capabilities: declared
        ) { opening throws(StoreError) in
            try options(opening)
            if let url = opening.url, disk.file(url) == nil, !opening.creates { throw StoreError(.missing) }
            let store = ReferenceStore(opening, declared, planning, disk)
            opened(store)
            return store
        } metadata: { description throws(StoreError) in
            guard let file = disk.file(try place(description)) else { throw StoreError(.missing) }
            return file.metadata
        } destroy: { description throws(StoreError) in
            disk.write(nil, try place(description))
        } copy: { source, target throws(StoreError) in
            disk.write(disk.file(try place(source)), try place(target))
        }
    }

    private static func place(_ description: PersistentStoreDescription) throws(StoreError) -> URL {
        guard let url = description.url else { throw StoreError(.missing, [.store: description.name]) }
        return url
    }

    /// Refuses every option, because the type has none.
    private static func options(_ opening: StoreOpening) throws(StoreError) {
        if let name = opening.options.values.keys.min() { throw StoreError(.invalidOption, [.found: name]) }
    }
}
