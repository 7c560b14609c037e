import Foundation
import Polystore

extension BadInput {
    /// Rows that another program changed.
    static let outsideEdits: [BadInput] = [
        BadInput("a row edited with plain SQLite is read, counted by check, and sealed by the next save", .saved) {
            scene in
            try OutsideProgram.run("UPDATE ZBEING SET ZAGE = 99 WHERE Z_PK = 1", on: scene.file())
            let container = try scene.open()
            let found = try GraphDump.findings(container)
            try hold(found.count == 1 && found[0].hasPrefix("editedOutside in catalogue: entity Person"), "\(found)")
            let context = try scene.context(container)
            let ada = try scene.person("Ada", context)
            try hold((ada.age, ada.version) == (99, 2), "the edit is read and the version is raised")
            ada.age = 37
            try context.save()
            try hold(try GraphDump.findings(container).isEmpty, "the row is sealed again")
        },
        .refused("a row edited with plain SQLite after it was read", ["SaveError.conflict"], says: ["Person"]) {
            scene in
            let copy = try scene.copy()
            let container = try scene.open(catalogue: copy)
            let context = try scene.context(container)
            let ada = try scene.person("Ada", context)
            ada.age = 1
            try OutsideProgram.run("UPDATE ZBEING SET ZAGE = 99 WHERE Z_PK = 1", on: copy)
            try context.save()
        },
        BadInput("a row deleted with plain SQLite leaves references that check reports", .accepted) { scene in
            let copy = try scene.copy(running: "DELETE FROM ZCOMPANY WHERE Z_PK = 1")
            let container = try scene.open(catalogue: copy)
            let found = try GraphDump.findings(container)
            try hold(found.count == 2, "two people refer to it: \(found)")
            try hold(found.allSatisfy { $0.contains("danglingReference") && $0.contains("employer") }, "\(found)")
            let context = try scene.context(container)
            let ada = try scene.person("Ada", context)
            try hold(ada.employer?.name == "", "the getter gives the type's zero")
            let error = context.takeAccessError() as? ContextError
            try hold(
                error?.code == .objectMissing && error?.details[.entity] == "Company", "\(String(describing: error))")
        },
        BadInput("a row deleted with plain SQLite that another store refers to is reported by check", .accepted) {
            scene in
            let copy = try scene.copy(running: "DELETE FROM ZBEING WHERE Z_PK = 1")
            let found = try GraphDump.findings(try scene.open(catalogue: copy))
            try hold(found.count == 1 && found[0].hasPrefix("danglingReference in eu"), "\(found)")
        },
        .refused(
            "text that is not UTF-8, written with plain SQLite", ["FetchError.store", "StoreError.damaged"],
            [
                .entity: "Being", .object: "p1", .property: "name",
            ]
        ) { scene in
            let sql = "UPDATE ZBEING SET ZNAME = CAST(x'41ff42' AS TEXT) WHERE Z_PK = 1"
            _ = try scene.context(try scene.open(catalogue: try scene.copy(running: sql))).fetch(
                FetchRequest(Person.self))
        },
        .refused(
            "text in a number's column", ["FetchError.store", "StoreError.damaged"],
            [
                .entity: "Being", .object: "p1", .property: "age",
            ]
        ) { scene in
            let copy = try scene.copy(running: "UPDATE ZBEING SET ZAGE = 'old' WHERE Z_PK = 1")
            _ = try scene.context(try scene.open(catalogue: copy)).fetch(FetchRequest(Person.self))
        },
        .refused(
            "a number too large for the attribute, written with plain SQLite",
            ["FetchError.store", "StoreError.damaged"],
            [
                .entity: "Being", .object: "p1", .property: "age",
            ]
        ) { scene in
            let copy = try scene.copy(running: "UPDATE ZBEING SET ZAGE = 70000 WHERE Z_PK = 1")
            _ = try scene.context(try scene.open(catalogue: copy)).fetch(FetchRequest(Person.self))
        },
        .refused(
            "an entity number that the store does not know", ["FetchError.store", "StoreError.damaged"],
            [
                .entity: "Being", .object: "p1",
            ]
        ) { scene in
            let copy = try scene.copy(running: "UPDATE ZBEING SET Z_ENT = 77 WHERE Z_PK = 1")
            _ = try scene.context(try scene.open(catalogue: copy)).fetch(FetchRequest(Person.self))
        },
        BadInput("a required value removed with plain SQLite reads as zero and is refused by the next save", .accepted)
        {
            let copy = try $0.copy(running: "UPDATE ZBEING SET ZNAME = NULL WHERE Z_PK = 1")
            let context = try $0.context(try $0.open(catalogue: copy))
            let person = try context.fetch(FetchRequest(Person.self)).first { $0.name == "" }
            person?.age = 4
            do {
                try context.save()
                throw Unexpected("the save passed")
            } catch let error as SaveError {
                try hold(error.code == .validation && "\(error)".contains("Person.name"), "\(error)")
            }
        },
    ]
}
