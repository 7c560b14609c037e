/// What must compile: the main actor's context used directly, values and IDs that cross, an actor that joins a context.
enum IntendedUses {
    static let source = """
        @MainActor func onMainActor(_ container: PersistentContainer) async throws -> [String] {
            let context = container.viewContext
            let whole = try context.insert(Item.self) { $0.name = "A" }
            for name in ["B", "C"] { try context.insert(Item.self) { ($0.name, $0.whole) = (name, whole) } }
            try context.save()
            await Task.yield()
            let found = try context.fetch(FetchRequest(Item.self).where(Item.name == "A").sorted(by: Item.name))
            return found.flatMap { $0.parts.map(\\.name) }
        }

        func valuesCross(_ container: PersistentContainer) async throws -> Int {
            let handle = container.newBackgroundContext()
            let id = try await handle.perform { context in
                let item = try context.insert(Item.self) { $0.name = "A" }
                try context.save()
                return item.objectID
            }
            let names = try await container.performBackgroundTask { context in
                try context.fetch(FetchRequest(Item.self)).map(\\.name)
            }
            let name = try await Task.detached {
                try await handle.perform { try $0.existingObject(with: id, as: Item.self).name }
            }.value
            return names.count + name.count + (try handle.performAndWait { $0.registeredObjects.count })
        }

        func snapshotsCross(_ handle: ContextHandle, _ id: ObjectID) async throws -> ObjectSnapshot {
            try await handle.perform { try $0.existingObject(with: id).snapshot }
        }

        func eventsCross(_ handle: ContextHandle) async throws -> Set<ObjectID> {
            let saves = try await handle.perform { $0.saves }
            for await event in saves { return event.inserted }
            return []
        }

        func children(_ handle: ContextHandle) async throws {
            let child = try await handle.perform { $0.newChildContext() }
            try await child.perform { try $0.save() }
        }

        func confined(_ container: PersistentContainer) throws -> Int {
            let context = container.newConfinedContext()
            try context.insert(Item.self) { $0.name = "A" }
            return context.insertedObjects.count
        }

        func confinedInTask(_ container: PersistentContainer) async throws -> Int {
            let context = container.newConfinedContext()
            try context.insert(Item.self) { $0.name = "A" }
            await Task.yield()
            try context.save()
            return try container.withConfinedContext { try $0.count(FetchRequest(Item.self)) }
        }

        actor Confined {
            let container: PersistentContainer
            lazy var context = container.newConfinedContext()
            init(_ container: PersistentContainer) { self.container = container }
            func add(_ name: String) async throws {
                try context.insert(Item.self) { $0.name = name }
                await Task.yield()
                try context.save()
            }
        }

        actor Joined {
            let handle: ContextHandle
            var last: Item?
            init(_ container: PersistentContainer) { handle = container.newBackgroundContext() }
            nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }
            func add(_ name: String) throws -> ObjectID {
                let item = try handle.current().insert(Item.self) { $0.name = name }
                last = item
                return item.objectID
            }
        }
        """
}
