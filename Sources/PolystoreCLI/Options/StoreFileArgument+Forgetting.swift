import Polystore

extension StoreFileArgument {
    /// Has the stores of the file that are there forget others.
    ///
    /// - Parameter stores: UUIDs of stores, or names of former homes.
    /// - Returns: The names of the stores that remembered one of them.
    /// - Throws: `ConfigurationError` at the place of a store that cannot be opened for writing.
    func forget(_ stores: [String]) throws -> [String] {
        let written = try read()
        let absent = UncreatedStore.names(in: written, Self.storeTypes)
        guard absent.count < PlacedStore.all(in: written).count else { return [] }
        let types = Self.storeTypes.map { UncreatedStore.type($0, absent: absent) }
        let coordinator = try written.makeCoordinator(
            model: try model(for: written, absent: absent), storeTypes: types, missingStores: .accept)
        let told = try LocatedError.about(path) { try coordinator.forgetStores(stores) }
        try coordinator.close()
        return told.filter { !absent.contains($0) }
    }
}
