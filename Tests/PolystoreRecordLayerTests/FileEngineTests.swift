import Foundation
import PolystoreConformance
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage
import Testing

extension StoreType {
    static let plain = StoreType.inFiles(of: SnapshotFile.self, name: "plain", product: "PolystoreRecordLayerTests")
}

/// What the record layer does for every engine in a file, tried on one that does as little as it can.
@Suite("Engines in files")
struct FileEngineTests {
    private static let factory = ConformanceFactory("Plain", type: .plain)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")

    private func opening(_ change: (inout StoreOpening) -> Void = { _ in }) throws -> StoreOpening {
        var item = EntityDescription(name: "Item")
        item.attributes = [AttributeDescription(name: "number", type: .integer64)]
        var description = ModelDescription(name: "Items")
        description.entities = [item]
        let model = try ManagedObjectModel(description)
        var opening = StoreOpening(
            name: "items", url: folder.appendingPathComponent("items.plain"), model: model, entities: model.entities,
            placement: StorePlacement(aloneWith: model))
        change(&opening)
        return opening
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    /// What an engine has to do with; everything else is the record layer's own.
    private static let suites: Set<ConformanceSuite> = [.isolation, .conflicts, .errors, .metadata, .durability]

    @Test("a promise of the kit", arguments: Conformance.cases(for: factory).filter { suites.contains($0.suite) })
    func conforms(_ test: ConformanceCase) async throws { try await test.run() }

    @Test("a file is made whole, opened once, and removed with all that lies beside it")
    func life() throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // gone already if all went well
        #expect(code { _ = try StoreType.plain.open(opening { $0.creates = false }) } == .missing)
        let store = try StoreType.plain.open(opening())
        let url = try #require(try opening().url)
        #expect(code { _ = try StoreType.plain.open(opening()) } == .alreadyOpen)
        #expect(code { _ = try StoreType.plain.reserve(.init(.plain, at: url)) } == .alreadyOpen)
        #expect(code { try StoreType.plain.destroy(.init(.plain, at: url)) } == .alreadyOpen)
        #expect(try StoreType.plain.metadata(.init(.plain, at: url)).identifier == store.identifier)
        let copy = folder.appendingPathComponent("copy.plain")
        try StoreType.plain.copy(.init(.plain, at: url), .init(.plain, at: copy))
        #expect(try StoreType.plain.metadata(.init(.plain, at: copy)).identifier == store.identifier)
        #expect(code { try StoreType.plain.copy(.init(.plain, at: url), .init(.plain, at: copy)) } == .permission)
        try store.close()
        try Data().write(to: folder.appendingPathComponent("items.plain-old"))
        try StoreType.plain.reserve(.init(.plain, at: url)).release()
        try StoreType.plain.destroy(.init(.plain, at: url))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["copy.plain"])
    }

    @Test("options are held to what is declared, in words")
    func options() throws {
        for (name, value, expected) in [
            ("patience", StoreOptions.Value.count(10), "a whole number from 1 to 9"),
            ("patience", .size(5), "a whole number from 1 to 9"), ("speed", .flag(true), "patience"),
        ] {
            let error = #expect(throws: StoreError.self) {
                try StoreType.plain.open(opening { $0.options.values[name] = value })
            }
            #expect(error?.code == .invalidOption)
            #expect(error?.details[.found] == name)
            #expect(error?.details[.expected] == expected)
        }
    }
}
