import Foundation
import Polystore

extension BadInput {
    private static let foreign = ["CoordinatorError.store", "StoreError.foreign"]

    /// Files that are no stores, and stores of something else.
    static let foreignFiles: [BadInput] = [
        .refused("a text file as a store", foreign, [.store: "catalogue", .path: "foreign", .reason: "not an SQLite"]) {
            try $0.open(catalogue: try $0.newFile(Data("polystore: 1\n".utf8)))
        },
        .refused("a text file that is longer than a database's head", foreign, [.path: "foreign"]) {
            try $0.open(catalogue: try $0.newFile(Data(repeating: 0x61, count: 20_000)))
        },
        .refused("an empty file", foreign, [.store: "catalogue", .path: "foreign", .reason: "the file is empty"]) {
            try $0.open(catalogue: try $0.newFile(Data()))
        },
        .refused("a directory as a store", foreign, [.store: "catalogue", .path: "folder"]) {
            let folder = $0.folder.appendingPathComponent("folder")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try $0.open(catalogue: folder)
        },
        .refused(
            "an SQLite database without tables", foreign,
            [.store: "catalogue", .path: "foreign", .reason: "Z_METADATA"]
        ) { scene in
            let file = scene.folder.appendingPathComponent("foreign.sqlite")
            try OutsideProgram.run("PRAGMA user_version = 3", on: file)
            try scene.open(catalogue: file)
        },
        .refused("an SQLite database with other tables", foreign, [.path: "foreign", .reason: "Z_METADATA"]) { scene in
            let file = scene.folder.appendingPathComponent("foreign.sqlite")
            try OutsideProgram.run("CREATE TABLE album (title TEXT); INSERT INTO album VALUES ('x')", on: file)
            try scene.open(catalogue: file)
        },
        .refused(
            "a path in a folder that is not there, of a store that must not be created",
            ["CoordinatorError.store", "StoreError.missing"],
            [.store: "catalogue", .path: "no/such", .reason: "the folder does not exist"]
        ) { scene in
            let absent = scene.folder.appendingPathComponent("no/such/where.sqlite")
            try scene.open { ($0.url, $0.creates) = (absent, false) }
        },
        .refused(
            "a path through a file", ["CoordinatorError.store", "StoreError.missing"],
            [.store: "catalogue", .path: "catalogue.sqlite", .reason: "Not a directory"]
        ) {
            try $0.open(newCatalogue: $0.file().appendingPathComponent("where.sqlite"))
        },
        .refused(
            "a missing store that must not be created", ["CoordinatorError.store", "StoreError.missing"],
            [.store: "catalogue", .path: "absent.sqlite"]
        ) { scene in
            let absent = scene.folder.appendingPathComponent("absent.sqlite")
            try scene.open { ($0.url, $0.creates) = (absent, false) }
        },
        .refused(
            "a store of another model", ["CoordinatorError.store", "StoreError.incompatibleModel"],
            [.path: "catalogue.sqlite", .entity: "Person", .reason: "Person.age is Integer 16 there, Integer 64 here"]
        ) { scene in
            var description = try ManagedObjectModel.describing(Scene.classes).description
            for entity in description.entities.indices where description.entities[entity].name == "Person" {
                for attribute in description.entities[entity].attributes.indices
                where description.entities[entity].attributes[attribute].name == "age" {
                    description.entities[entity].attributes[attribute].type = .integer64
                }
            }
            _ = try PersistentContainer(
                model: ManagedObjectModel(description), stores: scene.stores(), partitions: [Scene.partition],
                storeTypes: Scene.storeTypes)
        },
        .refused(
            "a store whose model has a property more", ["CoordinatorError.store", "StoreError.incompatibleModel"],
            [.entity: "Company", .reason: "Company.founded"]
        ) { scene in
            var description = try ManagedObjectModel.describing(Scene.classes).description
            for entity in description.entities.indices where description.entities[entity].name == "Company" {
                description.entities[entity].attributes.append(AttributeDescription(name: "founded", type: .date))
                description.entities[entity].attributes[1].isOptional = true
            }
            _ = try PersistentContainer(
                model: ManagedObjectModel(description), stores: scene.stores(), partitions: [Scene.partition],
                storeTypes: Scene.storeTypes)
        },
        .refused(
            "a store of a format that is newer", ["CoordinatorError.store", "StoreError.unsupportedFormat"],
            [.store: "catalogue", .path: "copy.sqlite", .found: "format 7", .expected: "at most 1"]
        ) { scene in
            let copy = try scene.copy(hidden: true, running: OutsideFormat.raise)
            try scene.open(catalogue: copy)
        },
    ]
}
