import Polystore

/// The stores of a file that remember others, open for writing, so that they can forget one that is gone for good.
struct RememberingStores {
    private let path: String
    private let coordinator: PersistentStoreCoordinator
    /// The names of the stores that stand for nothing: not made yet, or left out.
    private let absent: Set<String>

    /// Opens the stores that are there; nil when there is none.
    ///
    /// A store whose metadata cannot be read is left out, for no program can open it until it is reset as well.
    ///
    /// - Parameters:
    ///   - file: The store file.
    ///   - name: A store to leave out.
    /// - Throws: `ConfigurationError` at the place of a store that cannot be opened for writing.
    init?(of file: StoreFileArgument, besides name: String? = nil) throws {
        let written = try file.read()
        let types = StoreFileArgument.storeTypes
        let placed = PlacedStore.all(in: written)
        var absent = UncreatedStore.names(in: written, types).union([name].compactMap(\.self))
        if name != nil { absent.formUnion(placed.filter { !absent.contains($0.name) && $0.isDamaged }.map(\.name)) }
        guard absent.count < placed.count else { return nil }
        path = file.path
        coordinator = try written.makeCoordinator(
            model: try file.model(for: written, absent: absent),
            storeTypes: types.map { UncreatedStore.type($0, absent: absent) }, missingStores: .accept)
        self.absent = absent
    }

    /// Has the stores forget others.
    ///
    /// - Parameter stores: UUIDs of stores, or names of former homes.
    /// - Returns: The names of the stores that remembered one of them, and those by which the commit log knew them.
    /// - Throws: `CoordinatorError` of a store that cannot be written, with the file.
    func forget(_ stores: [String]) throws -> (stores: [String], members: [String]) {
        let told = try LocatedError.about(path) { try coordinator.forget(stores) }
        return (told.stores.filter { !absent.contains($0) }, told.members)
    }

    func close() throws { try LocatedError.about(path) { try coordinator.close() } }
}

extension PlacedStore {
    /// Whether the store does not even tell what it is.
    fileprivate var isDamaged: Bool {
        do throws(StoreError) {
            _ = try type.metadata(description)
            return false
        } catch {
            return error.code == .damaged
        }
    }
}
