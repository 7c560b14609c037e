import Foundation
import PolystoreStorage

extension StoreType {
    /// A type of reference stores.
    ///
    /// - Parameters:
    ///   - name: The type's name.
    ///   - disk: Where durable stores lie; nil makes volatile ones.
    ///   - planning: How queries are answered.
    ///   - opened: Called with each store that is opened.
    /// - Returns: The type.
    package static func reference(
        _ name: String, disk: ReferenceDisk? = nil, planning: ReferenceStore.Planning = .scan,
        opened: @escaping @Sendable (ReferenceStore) -> Void = { _ in }
    ) -> StoreType {
        var capabilities = StoreCapabilities()
        capabilities.isDurable = disk != nil
        capabilities.uniqueness = true
        capabilities.concurrentSnapshots = true
        capabilities.orderedRelationships = true
        capabilities.joins = true
        let declared = capabilities
        return StoreType(
            name: name, product: "PolystoreReferenceStore", hasURL: disk != nil, options: [], capabilities: declared
        ) { opening throws(StoreError) in
            if let url = opening.url, disk?.file(url) == nil, !opening.creates { throw StoreError(.missing) }
            let store = ReferenceStore(opening, declared, planning, disk)
            opened(store)
            return store
        } metadata: { url throws(StoreError) in
            guard let file = disk?.file(url) else { throw StoreError(.missing) }
            return file.metadata
        } destroy: { url throws(StoreError) in
            disk?.write(nil, url)
        } copy: { from, to throws(StoreError) in
            disk?.write(disk?.file(from), to)
        }
    }
}
