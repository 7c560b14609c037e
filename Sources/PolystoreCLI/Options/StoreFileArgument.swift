import ArgumentParser
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// The store file that a command looks into.
struct StoreFileArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The store file (YAML or JSON).", valueName: "store-file"))
    var path: String

    /// The types of store that this program links.
    static let storeTypes: [StoreType] = [.sqlite, .lmdb, .memory]

    /// Reads the file, and prepares for stores whose damage ends the process.
    ///
    /// - Parameter isRestoring: Whether the command replaces all stores, so that an earlier restore need not have ended.
    /// - Returns: The store file.
    /// - Throws: `ConfigurationError` at the place that is wrong; `CommandError` for a store in the place of its file,
    ///   and for stores of which a restore has replaced only some.
    func read(isRestoring: Bool = false) throws -> StoreFile {
        let file = try Self.read(path)
        if !isRestoring {
            let durable = PlacedStore.all(in: file).map(\.description)
            do throws(CoordinatorError) { try UnfinishedMarks(durable).refuse() } catch {
                if let own = CommandError(error, path, path) { throw own }
                throw error
            }
        }
        MappedStores.reportDamage(in: file.descriptions(Self.storeTypes), of: path)
        return file
    }

    /// The same of a file that another option names.
    static func read(_ path: String) throws -> StoreFile {
        try refuseStore(path)
        return try StoreFile(path: path)
    }

    /// Throws for a store in the place of its file.
    static func refuseStore(_ path: String) throws(CommandError) {
        if StoreSource.isStore(path) { throw .storeForFile(path: path) }
    }

    /// Opens every store for reading.
    ///
    /// - Throws: `ConfigurationError` at the place of the file that is wrong.
    func open() throws -> PersistentContainer { try open(read(), absent: []) }

    /// Opens every store for reading; those of some names, which have not been made yet, as empty ones.
    func open(
        _ written: StoreFile, absent: Set<String>, missingStores: MissingStorePolicy = .refuse
    ) throws -> PersistentContainer {
        let file = written.readingOnly(creating: absent)
        let types = Self.storeTypes.map { absent.isEmpty ? $0 : UncreatedStore.type($0, absent: absent) }
        let coordinator = try file.makeCoordinator(
            model: try model(for: file, absent: absent), storeTypes: types, missingStores: missingStores)
        return PersistentContainer(coordinator: coordinator, classes: EntityClasses(model: coordinator.model))
    }

    /// The model that the stores keep, for a file that names none; nil for one that does.
    func model(for file: StoreFile, absent: Set<String>) throws -> ManagedObjectModel? {
        guard file.model == nil else { return nil }
        var first: (any Error)?
        for store in PlacedStore.all(in: file) where !absent.contains(store.name) {
            do {
                return try LocatedError.about(path) {
                    try ManagedObjectModel(try store.type.metadata(store.description).model)
                }
            } catch {
                // Every store keeps the model, so another one may tell it; opening reports what is wrong with this one.
                first = first ?? error
            }
        }
        throw first ?? CommandError.noModel(file: path)
    }
}
