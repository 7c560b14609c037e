import PolystoreStorage

extension StoreType {
    /// Toy stores, which live in memory.
    public static let toy = StoreType(name: "toy", product: "ToyBackend", capabilities: capabilitiesOfToys) {
        (opening) throws(StoreError) in ToyStore(opening)
    }

    private static var capabilitiesOfToys: StoreCapabilities {
        var capabilities = StoreCapabilities()
        capabilities.concurrentSnapshots = true
        return capabilities
    }
}
