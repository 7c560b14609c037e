import Foundation
import Polystore
import PolystoreSQLite
import Synchronization
import Testing

@Suite("Batch requests over hierarchies and partitions that lose a store, and their traces")
struct BatchPlacementTests {
    /// Keeps what was traced.
    private final class Recorder: TraceReceiver {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func receive(_ event: TraceEvent) { texts.withLock { $0.append(event.text) } }
    }

    private static var model: ModelDescription {
        var part = EntityDescription(name: "Part"), special = EntityDescription(name: "Special")
        part.attributes = [
            AttributeDescription(name: "place", type: .string), AttributeDescription(name: "count", type: .integer64),
        ]
        special.superentityName = "Part"
        var model = ModelDescription(name: "Parts")
        model.entities = [part, special]
        return model
    }

    /// Calls a closure with a container over two stores in a folder that goes with it.
    private func withStores(
        _ entities: [[String]], partitions: [PartitionRule] = [], trace: Trace? = nil,
        _ body: (PersistentContainer) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stores = entities.enumerated().map { index, entities in
            var store = PersistentStoreDescription(
                name: "store\(index)", type: .sqlite, url: folder.appendingPathComponent("store\(index)"))
            store.entities = entities
            return store
        }
        let model = try ManagedObjectModel(Self.model)
        let coordinator = PersistentStoreCoordinator(model: model, storeTypes: [.sqlite], trace: trace)
        try coordinator.addStores(stores, partitions: partitions)
        try body(PersistentContainer(coordinator: coordinator, classes: EntityClasses(model: model)))
        try coordinator.close()
    }

    private func insert(_ entity: String, _ container: PersistentContainer, place: String = "in") throws -> BatchResult
    {
        try container.execute(
            BatchInsertRequest<ManagedObject>(
                entity: entity, dictionaries: [["place": .string(place), "count": .integer(1)]]))
    }

    @Test("objects of a subentity whose store was removed are missed by an update and a deletion of all, and told")
    func subentities() throws {
        try withStores([["Part"], ["Special"]]) { container in
            for entity in ["Part", "Special"] { _ = try insert(entity, container) }
            let update = BatchUpdateRequest<ManagedObject>(entity: "Part").setting("count", to: .constant(.integer(2)))
            #expect(try container.execute(update).count == 2)
            try container.coordinator.removeStore(named: "store1")
            for refused in [
                #expect(throws: FetchError.self) { try container.execute(update) },
                #expect(throws: FetchError.self) {
                    try container.execute(BatchDeleteRequest<ManagedObject>(entity: "Part"))
                },
            ] {
                #expect(refused?.code == .storeNotOpen)
                #expect(refused?.details[.entity] == "Special")
            }
            let alone = FetchRequest<ManagedObject>(entity: "Part").includingSubentities(false)
            #expect(try container.execute(BatchDeleteRequest(alone)).count == 1)
        }
    }

    @Test("rows go on into the stores of a partition that are left")
    func partitions() throws {
        let rule = PartitionRule(
            entity: "Part", attribute: "place",
            homes: [.init(.string("in"), store: "store0"), .init(.string("out"), store: "store1")])
        try withStores([["Part"], ["Part"]], partitions: [rule]) { container in
            #expect(try insert("Part", container, place: "out").commits.count == 1)
            try container.coordinator.removeStore(named: "store1")
            #expect(try insert("Part", container).count == 1)
            let error = #expect(throws: CoordinatorError.self) { try insert("Part", container, place: "out") }
            #expect(error?.code == .unknownStore)
        }
    }

    @Test("a batch is traced as one save, and does the same when it is not")
    func traced() throws {
        for recorder in [Recorder(), nil] {
            let trace = recorder.map { Trace([.save], receiver: $0) }
            try withStores([["Part", "Special"]], trace: trace) { container in
                _ = try insert("Part", container)
                let update = BatchUpdateRequest<ManagedObject>(entity: "Part")
                    .setting("count", to: .constant(.integer(2)))
                #expect(try container.execute(update).count == 1)
                #expect(try container.execute(BatchDeleteRequest<ManagedObject>(entity: "Part")).count == 1)
            }
            guard let recorder else { continue }
            #expect(recorder.all.filter { $0.hasPrefix("batch: 1 objects, 1 changes") }.count == 3)
        }
    }
}
