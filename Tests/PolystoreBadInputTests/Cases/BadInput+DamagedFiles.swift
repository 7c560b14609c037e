import Foundation
import Polystore

extension BadInput {
    private static let damaged = ["CoordinatorError.store", "StoreError.damaged"]

    /// Stores whose bytes are not what was written.
    static let damagedFiles: [BadInput] =
        truncations + [
            .refused(
                "a flipped bit in the magic number", ["CoordinatorError.store", "StoreError.foreign"], [.path: "copy"]
            ) {
                try $0.open(catalogue: try $0.copy { $0[3] ^= 1 })
            },
            .refused("a flipped bit in the page size", damaged, [.store: "catalogue", .path: "copy"]) {
                try $0.open(catalogue: try $0.copy { $0[16] ^= 0x40 })
            },
            .refused("a flipped bit in a row's text", ["FetchError.store", "StoreError.damaged"], rowOfAda) { scene in
                let container = try scene.open(catalogue: try scene.copy { try $0.flipByte(behind: "classified Ada") })
                _ = try scene.context(container).fetch(FetchRequest(Person.self))
            },
            .refused("a falsified seal", ["FetchError.store", "StoreError.damaged"], rowOfAda) { scene in
                let copy = try scene.copy(
                    hidden: true, running: "UPDATE ZBEING SET ZX_SEAL = ZX_SEAL + 1 WHERE Z_PK = 1")
                _ = try scene.context(try scene.open(catalogue: copy)).fetch(FetchRequest(Person.self))
            },
            .refused(
                "a seal of a layout that does not exist", ["FetchError.store", "StoreError.damaged"], [.object: "p1"]
            ) {
                let sql = "UPDATE ZBEING SET ZX_SEAL = ZX_SEAL + (77 << 32) WHERE Z_PK = 1"
                let copy = try $0.copy(hidden: true, running: sql)
                _ = try $0.context(try $0.open(catalogue: copy)).fetch(FetchRequest(Person.self))
            },
            .refused("a value changed under its seal", ["FetchError.store", "StoreError.damaged"], rowOfAda) { scene in
                let copy = try scene.copy(hidden: true, running: "UPDATE ZBEING SET ZAGE = 99 WHERE Z_PK = 1")
                _ = try scene.context(try scene.open(catalogue: copy)).fetch(FetchRequest(Person.self))
            },
            .refused(
                "a fault whose row is damaged", ["StoreError.damaged"], [.entity: "Being", .object: "p1"]
            ) { scene in
                let copy = try scene.copy(hidden: true, running: "UPDATE ZBEING SET ZAGE = 99 WHERE Z_PK = 1")
                let context = try scene.context(try scene.open(catalogue: copy))
                let orders = try context.fetch(FetchRequest(Order.self).where(Order.number == 36))
                try hold(orders[0].buyer?.name == "", "the getter gives the type's zero")
                try hold(orders[0].buyer?.inaccessibleError != nil, "the object says why")
                try context.save()
            },
            .refused("metadata that is no property list", damaged, [.store: "catalogue", .reason: "property list"]) {
                let copy = try $0.copy(hidden: true, running: "UPDATE Z_METADATA SET Z_PLIST = x'62706c697374ff'")
                try $0.open(catalogue: copy)
            },
            .refused("metadata without a row", damaged, [.store: "catalogue", .path: "copy"]) {
                try $0.open(catalogue: try $0.copy(hidden: true, running: "DELETE FROM Z_METADATA"))
            },
            .refused("a UUID that is none", damaged, [.store: "catalogue", .reason: "UUID"]) {
                try $0.open(catalogue: try $0.copy(hidden: true, running: "UPDATE Z_METADATA SET Z_UUID = 'x'"))
            },
            .refused("a table of rows that is gone", damaged, [.store: "catalogue", .path: "copy"]) { scene in
                let container = try scene.open(catalogue: try scene.copy(hidden: true, running: "DROP TABLE ZCOMPANY"))
                _ = try scene.context(container).fetch(FetchRequest(Company.self))
            },
            .refused(
                "data beside a row that is damaged", ["StoreError.damaged"], [.entity: "Document", .property: "scan"]
            ) { scene in
                let sql = "UPDATE ZDOCUMENT SET ZSCAN = zeroblob(10000) WHERE ZSCAN IS NOT NULL"
                let container = try scene.open(catalogue: try scene.copy(hidden: true, running: sql))
                let found = try GraphDump.findings(container)
                try hold(found.count == 1 && found[0].contains("damage"), "check finds it: \(found)")
                let context = try scene.context(container)
                for document in try context.fetch(FetchRequest(Document.self)) {
                    _ = try document.value(for: Document.scan)
                }
            },
            .refused(
                "a file of external data that is gone", ["StoreError.rowMissing"],
                [.property: "film", .path: "_EXTERNAL_DATA", .reason: "missing"]
            ) { scene in
                let support = scene.folder.appendingPathComponent(".catalogue_SUPPORT/_EXTERNAL_DATA")
                let film = try FileManager.default.contentsOfDirectory(at: support, includingPropertiesForKeys: nil)[0]
                let aside = scene.folder.appendingPathComponent("aside")
                try FileManager.default.moveItem(at: film, to: aside)
                defer { try? FileManager.default.moveItem(at: aside, to: film) }  // the content tells when it fails
                let context = try scene.context()
                for document in try context.fetch(FetchRequest(Document.self)) {
                    _ = try document.value(for: Document.film)
                }
            },
            .refused(
                "a file of external data with a flipped bit", ["StoreError.damaged"], [.property: "film", .object: "p"]
            ) { scene in
                let support = scene.folder.appendingPathComponent(".catalogue_SUPPORT/_EXTERNAL_DATA")
                let film = try FileManager.default.contentsOfDirectory(at: support, includingPropertiesForKeys: nil)[0]
                let whole = try Data(contentsOf: film)
                var bytes = whole
                bytes[100_000] ^= 1
                try bytes.write(to: film)
                defer { try? whole.write(to: film) }  // the content tells when it fails
                let context = try scene.context()
                for document in try context.fetch(FetchRequest(Document.self)) {
                    _ = try document.value(for: Document.film)
                }
            },
        ]

    private static let rowOfAda: [ErrorDetails.Key: String] = [
        .store: "catalogue", .entity: "Being", .object: "p1", .reason: "checksum",
    ]

    /// Files that end too early.
    private static let truncations = [
        ("in the magic number", 10, "StoreError.foreign"), ("in the head", 60, "StoreError.damaged"),
        ("in the first page", 1000, "StoreError.damaged"), ("after the first page", 4096, "StoreError.damaged"),
        ("in the last page", -100, "StoreError.damaged"),
    ].map { place, length, code in
        BadInput.refused(
            "a file cut off \(place)", ["CoordinatorError.store", code], [.store: "catalogue", .path: "copy.sqlite"]
        ) {
            try $0.open(catalogue: try $0.copy { $0 = $0.prefix(length < 0 ? $0.count + length : length) })
        }
    }
}
