import PolystoreStorage

extension StoreType {
    /// Toy stores, which live in memory.
    public static let toy = StoreType(
        name: "toy", product: "ToyBackend", hasURL: false, options: [], capabilities: capabilitiesOfToys,
        open: { (opening) throws(StoreError) in ToyStore(opening) },
        metadata: { (_) throws(StoreError) in throw StoreError(.unsupported) },
        destroy: { (_) throws(StoreError) in throw StoreError(.unsupported) },
        copy: { (_, _) throws(StoreError) in throw StoreError(.unsupported) })

    private static var capabilitiesOfToys: StoreCapabilities {
        var capabilities = StoreCapabilities()
        capabilities.concurrentSnapshots = true
        return capabilities
    }
}
