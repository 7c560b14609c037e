import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreModel
import PolystoreSQLite
import PolystoreStorage
import TestFolders
import Testing

@Suite("Stores that two programs make at once")
struct StoreMakingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("making") }

    private static let types: [StoreType] = [.sqlite, .lmdb]

    @Test("what an opening made goes again when the next store cannot be opened", arguments: types)
    func given(_ type: StoreType) throws {
        #expect(try openingError([type, refused]).code == .held)
        #expect(try !type.exists(description("first", type)))
    }

    @Test("a store that another program made behind the look at it stays, with what it saved", arguments: types)
    func madeByAnother(_ type: StoreType) throws {
        let isFirst = Locked(true)
        let raced = changed(
            type,
            metadata: { description throws(StoreError) in
                let isLook = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                guard isLook else { return try type.metadata(description) }
                Self.save(description, type)
                throw StoreError(.missing)
            },
            reserve: { description throws(StoreError) in try type.reserve(description) })
        #expect(try openingError([raced, refused]).code == .held)
        #expect(try count(type) == 1)
    }

    @Test("a store that another program opens behind its closing stays, with what is saved", arguments: types)
    func changedByAnother(_ type: StoreType) throws {
        let raced = changed(
            type, metadata: type.metadata,
            reserve: { description throws(StoreError) in
                Self.save(description, type)
                return try type.reserve(description)
            })
        #expect(try openingError([raced, refused]).code == .held)
        #expect(try count(type) == 1)
    }

    @Test("a store that another program is writing stays", arguments: types)
    func heldByAnother(_ type: StoreType) throws {
        let open = Locked<PersistentContainer?>(nil)
        let raced = changed(
            type, metadata: type.metadata,
            reserve: { description throws(StoreError) in
                open.withLock { $0 = Self.save(description, type, closes: false) }
                return try type.reserve(description)
            })
        #expect(try openingError([raced, refused]).code == .held)
        try open.withLock { try $0?.close() }
        #expect(try count(type) == 1)
    }

    /// A type whose stores another program holds.
    private var refused: StoreType {
        StoreType(
            name: "refused", product: "", hasURL: true, options: [], capabilities: StoreType.sqlite.capabilities,
            open: { _ throws(StoreError) in throw StoreError(.held) },
            metadata: { _ throws(StoreError) in throw StoreError(.missing) },
            destroy: { _ in }, copy: { _, _ in })
    }

    /// The type with other parts in the place of two of its own.
    private func changed(
        _ type: StoreType,
        metadata: @escaping @Sendable (PersistentStoreDescription) throws(StoreError) -> StoreMetadata,
        reserve: @escaping @Sendable (PersistentStoreDescription) throws(StoreError) -> StoreReservation
    ) -> StoreType {
        StoreType(
            name: type.name, product: type.product, hasURL: true, options: type.options,
            capabilities: type.capabilities, open: type.open, metadata: metadata, reserve: reserve,
            destroy: type.destroy, copy: type.copy)
    }

    private func openingError(_ types: [StoreType]) throws -> StoreError {
        let model = try Self.model()
        let descriptions = zip(["first", "second"], types).map { description($0, $1) }
        let error = #expect(throws: CoordinatorError.self) {
            try PersistentContainer(model: model, stores: descriptions, storeTypes: types)
        }
        return try #require(error?.cause as? StoreError)
    }

    private func description(_ name: String, _ type: StoreType) -> PersistentStoreDescription {
        var description = PersistentStoreDescription(
            name: name, type: type.name, url: type.hasURL ? folder.url(name) : nil)
        description.entities = [name]
        return description
    }

    private func count(_ type: StoreType) throws -> Int {
        let container = try Self.open(description("first", type), type)
        let request = FetchRequest<ManagedObject>(FetchRequestDescription(entityName: "first"))
        let count = try container.newConfinedContext().count(request)
        try container.close()
        return count
    }

    private static func open(
        _ first: PersistentStoreDescription, _ type: StoreType
    ) throws -> PersistentContainer {
        var second = PersistentStoreDescription(name: "second", type: "memory", url: nil)
        second.entities = ["second"]
        return try PersistentContainer(model: try model(), stores: [first, second], storeTypes: [type, .memory])
    }

    /// Makes a store with an object in it, as another program does.
    @discardableResult
    private static func save(
        _ description: PersistentStoreDescription, _ type: StoreType, closes: Bool = true
    ) -> PersistentContainer? {
        do {
            let container = try open(description, type)
            let context = container.newConfinedContext()
            _ = try context.insert(entity: "first")
            try context.save()
            if closes { try container.close() }
            return container
        } catch {
            Issue.record(error)
            return nil
        }
    }

    private static func model() throws -> ManagedObjectModel {
        var model = ModelDescription(name: "making")
        for name in ["first", "second"] {
            var entity = EntityDescription(name: name)
            var attribute = AttributeDescription(name: "number", type: .integer64)
            attribute.isOptional = true
            entity.attributes = [attribute]
            model.entities.append(entity)
        }
        return try ManagedObjectModel(model)
    }
}
