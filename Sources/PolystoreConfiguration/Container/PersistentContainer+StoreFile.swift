import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreStorage

extension PersistentContainer {
    /// Makes a container for classes, with the stores of a store file.
    ///
    /// - Parameters:
    ///   - types: The classes of all entities.
    ///   - path: The store file; a model that it names is not read.
    ///   - storeTypes: The types that the program links.
    ///   - environment: The variables that `${NAME}` stands for in the store file.
    /// - Throws: `ModelError` with every problem of the classes' descriptions; `ConfigurationError` with every problem
    ///   of the store file, or with the store that cannot be opened: then none is.
    public convenience init(
        model types: [any Entity.Type], configuration path: String, storeTypes: [StoreType],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let model = try ManagedObjectModel.describing(types)
        let coordinator = try StoreFile.makeCoordinator(
            path: path, model: model, storeTypes: storeTypes, environment: environment)
        self.init(coordinator: coordinator, classes: EntityClasses(model: model, classes: types))
    }

    /// Makes a container for a model, with the stores of a store file.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - path: The store file; a model that it names is not read.
    ///   - storeTypes: The types that the program links.
    ///   - environment: The variables that `${NAME}` stands for in the store file.
    /// - Throws: `ConfigurationError` with every problem of the store file, or with the store that cannot be opened:
    ///   then none is.
    public convenience init(
        model: ManagedObjectModel, configuration path: String, storeTypes: [StoreType],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let coordinator = try StoreFile.makeCoordinator(
            path: path, model: model, storeTypes: storeTypes, environment: environment)
        self.init(coordinator: coordinator, classes: EntityClasses(model: model))
    }

    /// Makes a container with the model and the stores that a store file names.
    ///
    /// - Parameters:
    ///   - path: The store file, whose key `model` names the model file.
    ///   - storeTypes: The types that the program links.
    ///   - environment: The variables that `${NAME}` stands for in the store file.
    /// - Throws: `ConfigurationError` with every problem of both files, or with the store that cannot be opened: then
    ///   none is.
    public convenience init(
        configuration path: String, storeTypes: [StoreType],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let coordinator = try StoreFile.makeCoordinator(path: path, storeTypes: storeTypes, environment: environment)
        self.init(coordinator: coordinator, classes: EntityClasses(model: coordinator.model))
    }
}
