import Foundation
import Polystore
import PolystoreLMDB
import TestFolders
import Testing

/// Companies, people and tags in LMDB files of a folder.
struct Graph {
    static let classes: [any Entity.Type] = [Company.self, Person.self, Director.self, Tag.self]

    let folder: URL

    init(_ folder: URL) { self.folder = folder }

    init(_ folder: TemporaryFolder) { self.folder = folder.url }

    var file: URL { folder.appendingPathComponent("graph.lmdb") }

    /// Opens the file with everything in it.
    func open(_ change: (inout PersistentStoreDescription) -> Void = { _ in }) throws -> PersistentContainer {
        var description = PersistentStoreDescription(name: "graph", type: .lmdb, url: file)
        change(&description)
        return try PersistentContainer(model: Self.classes, stores: [description], storeTypes: [.lmdb])
    }

    /// Opens two files: companies and tags in one, people in the other.
    func openTwo(access: StoreOpening.Access = .readWrite) throws -> PersistentContainer {
        var first = PersistentStoreDescription(name: "first", type: .lmdb, url: folder.appendingPathComponent("1.lmdb"))
        first.entities = ["Company", "Tag"]
        var second = PersistentStoreDescription(
            name: "second", type: .lmdb, url: folder.appendingPathComponent("2.lmdb"))
        second.entities = ["Person"]
        (first.access, second.access) = (access, access)
        return try PersistentContainer(model: Self.classes, stores: [first, second], storeTypes: [.lmdb])
    }

    /// Makes the file with some people in it and closes it.
    func make(_ names: String...) throws {
        let container = try open()
        let context = container.newConfinedContext()
        for name in names { try context.insert(Person.self) { $0.name = name } }
        try context.save()
        try container.close()
    }

    /// The names of all people, in order.
    static func names(_ container: PersistentContainer) throws -> [String] {
        try container.newConfinedContext().fetch(FetchRequest(Person.self).sorted(by: Person.name)).map(\.name)
    }

    /// The age of the first person.
    static func age(_ container: PersistentContainer) throws -> Int {
        let context = container.newConfinedContext()
        return try withExtendedLifetime(context) {
            try #require(try context.fetch(FetchRequest(Person.self)).first).age
        }
    }

    /// Makes the first person older in a save of its own; calls a closure before that.
    static func add(_ years: Int, in container: PersistentContainer, _ beforeSave: () -> Void = {}) throws {
        let context = container.newConfinedContext()
        try #require(try context.fetch(FetchRequest(Person.self)).first).age += years
        beforeSave()
        try context.save()
    }

    /// What a check finds.
    static func findings(_ container: PersistentContainer) throws -> [StoreCheck.Finding] {
        var findings: [StoreCheck.Finding] = []
        _ = try container.coordinator.check { findings.append($1) }
        return findings
    }

    /// The error of the store that stands in the way of opening.
    func openingError(_ change: (inout PersistentStoreDescription) -> Void = { _ in }) throws -> StoreError {
        let error = #expect(throws: CoordinatorError.self) { try open(change).close() }
        return try #require(error?.cause as? StoreError, "\(String(describing: error))")
    }
}
