#if InMemory
    import PolystoreCore
    import PolystoreMemory

    extension PersistentContainer {
        /// Makes a container that keeps everything in memory: isolated from every other, and safe to use in parallel tests.
        ///
        /// - Throws: `ModelError` with every problem of the classes' descriptions.
        public static func inMemory(model types: [any Entity.Type]) throws -> PersistentContainer {
            try PersistentContainer(
                model: types, stores: [PersistentStoreDescription(name: "memory", type: .memory)], storeTypes: [.memory]
            )
        }

        /// Makes a container for a model without classes that keeps everything in memory.
        ///
        /// - Throws: `CoordinatorError` when the store cannot serve the model.
        public static func inMemory(model: ManagedObjectModel) throws -> PersistentContainer {
            try PersistentContainer(
                model: model, stores: [PersistentStoreDescription(name: "memory", type: .memory)], storeTypes: [.memory]
            )
        }
    }
#endif
