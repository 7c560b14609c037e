import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreStorage

extension StoreFile {
    /// Opens the stores of this file.
    ///
    /// - Parameters:
    ///   - model: The model whose entities the stores hold; nil reads the model file that this file names.
    ///   - storeTypes: The types that the program links.
    ///   - missingStores: What happens when a store remembers one that is not in this file.
    /// - Returns: A coordinator with every store open.
    /// - Throws: `ConfigurationError` with every problem at once, or with the store that could not be opened, at its
    ///   place in this file.
    public func makeCoordinator(
        model: ManagedObjectModel? = nil, storeTypes: [StoreType], missingStores: MissingStorePolicy = .refuse
    ) throws(ConfigurationError) -> PersistentStoreCoordinator {
        try StoreFileReading(file: self).coordinator(
            model: model, storeTypes: storeTypes, missingStores: missingStores)
    }

    /// Opens the stores of this file, some of which leave their commit domains whatever their logs say: what only a log has of
    /// them is given up.
    package func makeCoordinator(
        model: ManagedObjectModel?, storeTypes: [StoreType], givingUp stores: Set<String>
    ) throws(ConfigurationError) -> PersistentStoreCoordinator {
        try StoreFileReading(file: self).coordinator(
            model: model, storeTypes: storeTypes, missingStores: .accept, givingUp: stores)
    }

    /// Looks at the commit log of the stores of this file, none of which is opened or changed.
    ///
    /// - Parameters:
    ///   - model: The model whose entities the stores hold; nil reads the model file that this file names.
    ///   - storeTypes: The types that the program links.
    /// - Returns: What the log holds, and what its stores lack of it.
    /// - Throws: `ConfigurationError` with every problem of the file at once, or with the store or log that cannot be read.
    public func commitLogReport(
        model: ManagedObjectModel? = nil, storeTypes: [StoreType]
    ) throws(ConfigurationError) -> CommitLogReport {
        let reading = StoreFileReading(file: self)
        let (file, model) = try reading.checked(model: model, storeTypes: storeTypes)
        do throws(CoordinatorError) {
            return try reading.closedCoordinator(file, model: model, storeTypes: storeTypes)
                .commitLogReport(on: file.descriptions(storeTypes))
        } catch {
            throw OpeningProblem(file: file).error(error)
        }
    }

    /// Reads the store file at a path and opens its stores.
    ///
    /// - Parameters:
    ///   - path: The file; messages show the path as it is given here.
    ///   - model: The model whose entities the stores hold; nil reads the model file that the store file names.
    ///   - storeTypes: The types that the program links.
    ///   - environment: The variables that `${NAME}` stands for.
    /// - Returns: A coordinator with every store open.
    /// - Throws: `ConfigurationError` with every problem of the text and of its names at once, or with the store that
    ///   could not be opened.
    public static func makeCoordinator(
        path: String, model: ManagedObjectModel? = nil, storeTypes: [StoreType],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationError) -> PersistentStoreCoordinator {
        try StoreFileReading(path: path, environment: environment).coordinator(model: model, storeTypes: storeTypes)
    }

    /// Checks the store file at a path without opening a store.
    ///
    /// - Parameters:
    ///   - path: The file; messages show the path as it is given here.
    ///   - model: The model whose entities the stores hold; nil reads the model file that the store file names.
    ///   - storeTypes: The types that the program links.
    ///   - environment: The variables that `${NAME}` stands for.
    /// - Returns: The file and the model.
    /// - Throws: `ConfigurationError` with every problem of the text and of its names at once.
    public static func check(
        path: String, model: ManagedObjectModel? = nil, storeTypes: [StoreType],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationError) -> (file: StoreFile, model: ManagedObjectModel) {
        try StoreFileReading(path: path, environment: environment).checked(model: model, storeTypes: storeTypes)
    }

    /// Checks the store file at a path by itself, without opening a store.
    ///
    /// - Parameters:
    ///   - path: The file; messages show the path as it is given here.
    ///   - storeTypes: The types that the program links.
    ///   - environment: The variables that `${NAME}` stands for.
    /// - Returns: The file, and the model that it names; nil when it names none, because the program passes its own: then
    ///   everything was checked but the names of entities, configurations and attributes.
    /// - Throws: `ConfigurationError` with every problem at once.
    public static func checkAlone(
        path: String, storeTypes: [StoreType],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationError) -> (file: StoreFile, model: ManagedObjectModel?) {
        try StoreFileReading(path: path, environment: environment).checkedAlone(storeTypes: storeTypes)
    }
}
