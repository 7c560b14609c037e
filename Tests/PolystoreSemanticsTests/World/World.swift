import Foundation
import Polystore
import PolystoreReferenceStore
import Testing

/// Companies, people, skills, lockers and projects in stores of a setup, in a folder of its own that goes with the test.
final class World: Sendable {
    static let classes: [any Entity.Type] = [
        Company.self, Person.self, Supervisor.self, Skill.self, Locker.self, Project.self, Journal.self,
    ]

    let setup: StoreSetup
    let folder: URL
    let container: PersistentContainer
    private let disk = ReferenceDisk()

    init(_ setup: StoreSetup) throws {
        self.setup = setup
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        container = try World.open(setup, folder, disk)
    }

    deinit {
        try? container.close()  // a test that failed may have left a store in any state
        try? FileManager.default.removeItem(at: folder)
    }

    private static func open(_ setup: StoreSetup, _ folder: URL, _ disk: ReferenceDisk) throws -> PersistentContainer {
        try PersistentContainer(
            model: classes, stores: setup.stores(in: folder), storeTypes: setup.storeTypes(disk))
    }

    /// A context of the running thread.
    func context() -> ManagedObjectContext { container.newConfinedContext() }

    /// Another container on the same stores; the first is closed.
    func reopened() throws -> PersistentContainer {
        try container.close()
        return try World.open(setup, folder, disk)
    }
}
