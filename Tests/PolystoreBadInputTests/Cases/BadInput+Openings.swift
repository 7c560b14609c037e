import Foundation
import Polystore

extension BadInput {
    /// Stores that are open already, held, or may not be written.
    static let openings: [BadInput] = [
        .refused("a store opened twice", twice, [.store: "catalogue", .path: "catalogue.sqlite"]) { scene in
            try scene.open()
            try scene.open()
        },
        .refused("a store opened twice through a symbolic link", twice, [.store: "catalogue"]) { scene in
            try scene.open()
            let link = scene.folder.appendingPathComponent("link.sqlite")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scene.file())
            try scene.open(catalogueOnly(at: link, scene))
        },
        .refused("a store opened twice through a hard link", twice, [.store: "catalogue"]) { scene in
            try scene.open()
            let link = scene.folder.appendingPathComponent("link.sqlite")
            try FileManager.default.linkItem(at: scene.file(), to: link)
            try scene.open(catalogueOnly(at: link, scene))
        },
        .refused("a copied file beside the original", twice, [.store: "catalogue", .path: "copy.sqlite"]) { scene in
            let copy = try scene.copy()
            try scene.open()
            try scene.open(catalogueOnly(at: copy, scene))
        },
        BadInput("a copied file opened as a copy", .accepted) { scene in
            let copy = try scene.copy()
            let original = try scene.open()
            var stores = try ["eu", "us"].map { try scene.copy(of: $0, as: "copy-\($0).sqlite") }
            stores.insert(copy, at: 0)
            let container = try scene.open(
                zip(scene.stores(), stores).map { description, url in
                    var description = description
                    (description.url, description.opensAsCopy) = (url, true)
                    return description
                })
            let identifiers = (original.coordinator.stores + container.coordinator.stores).map(\.identifier)
            try hold(Set(identifiers).count == 6, "each copy has a UUID of its own")
            let ada = try scene.person("Ada", scene.context(container))
            try hold(container.store(of: ada).url == copy, "the copy is read")
            ada.age = 1
            try ada.managedObjectContext?.save()
        },
        BadInput("older copies of all stores and of their log put back", .accepted) { scene in
            let copies = try ["catalogue", "eu", "us"].map { try scene.copy(of: $0, as: "\($0).old") }
            let log = URL(filePath: scene.file().path + "-commit.log")
            let oldLog = FileManager.default.fileExists(atPath: log.path) ? try Data(contentsOf: log) : nil
            let context = try scene.context()
            try scene.person("Ada", context).age = 99
            try context.save()
            scene.close()
            for (store, copy) in zip(["catalogue", "eu", "us"], copies) {
                try Data(contentsOf: copy).write(to: scene.file(store))
            }
            if FileManager.default.fileExists(atPath: log.path) { try FileManager.default.removeItem(at: log) }
            try oldLog?.write(to: log)
        },
        .refused(
            "a store that another process writes", ["CoordinatorError.store", "StoreError.held"],
            [.store: "catalogue", .path: "catalogue.sqlite", .limit: "0.3", .process: ""]
        ) { scene in
            let holder = try LockHolder(scene.file().path + "-lock")
            defer { holder.end() }
            try scene.open()
        },
        .refused(
            "an object inserted into a store that is open for reading", ["CoordinatorError.readOnly"],
            [.store: "catalogue", .entity: "Company"]
        ) { scene in
            let context = try scene.context(try scene.open { $0.access = .readOnly })
            try context.insert(Company.self) { $0.name = "New" }
        },
        .refused(
            "an object changed in a store that is open for reading", ["CoordinatorError.readOnly"],
            [.store: "catalogue"]
        ) { scene in
            let context = try scene.context(try scene.open { $0.access = .readOnly })
            try scene.person("Ada", context).age = 1
            try context.save()
        },
        .refused(
            "a type of store that the program did not pass", ["CoordinatorError.unknownStoreType"],
            [
                .store: "catalogue", .found: "lmdb", .expected: "sqlite, memory",
            ]
        ) { try $0.open { $0.type = "lmdb" } },
        .refused(
            "an option that the type does not have", ["CoordinatorError.store", "StoreError.invalidOption"],
            [
                .store: "catalogue", .found: "cacheSise", .expected: "cacheSize",
            ]
        ) { try $0.open { $0.options.values["cacheSise"] = .size(1) } },
        .refused(
            "an option of another kind", ["CoordinatorError.store", "StoreError.invalidOption"],
            [
                .store: "catalogue", .found: "readers",
            ]
        ) { try $0.open { $0.options.values["readers"] = .count(-3) } },
        .refused(
            "a store whose keys were all given out", ["StoreError.keysUnavailable"],
            [
                .store: "catalogue", .entity: "Company",
            ]
        ) { scene in
            let sql = "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775806 WHERE Z_NAME = 'Company'"
            let context = try scene.context(try scene.open(catalogue: try scene.copy(hidden: true, running: sql)))
            try context.insert(Company.self) { $0.name = "New" }
        },
    ]

    private static let twice = ["CoordinatorError.store", "StoreError.duplicateIdentifier"]

    private static func catalogueOnly(at url: URL, _ scene: Scene) -> [PersistentStoreDescription] {
        var stores = scene.stores()
        stores[0].url = url
        return stores
    }
}
