import Foundation
import Polystore
import Testing

/// Each test of a pair runs the other one in a process of its own, under conditions that only a process can have.
@Suite("Disks that refuse (P7)")
struct RestrictedSystemTests {
    @Test(
        "a full disk refuses a save that does not fit, keeps what was saved, and takes smaller saves afterwards",
        .enabled("a process of this machine can mount a small disk for itself") {
            RestrictedSystem.smallDisk.isPossible
        })
    func fullDisk() throws { try RestrictedSystem.smallDisk.run("RestrictedSystemTests/onSmallDisk") }

    @Test("on the small disk", .enabled("on the small disk only") { RestrictedSystem.smallDisk.isHere })
    func onSmallDisk() throws {
        let scene = try Scene(in: RestrictedSystem.folder)
        let context = try scene.context()
        let ada = try scene.person("Ada", context)
        let name = ada.name
        let expected = ExpectedError(
            chain: ["CoordinatorError.store", "StoreError.full"],
            details: [.store: "catalogue", .path: "catalogue.sqlite"], texts: ["no space left"])
        for _ in 1...2 {
            ada.name = String(repeating: "x", count: 5_000_000)
            expectError(expected) { try context.save() }
        }
        ada.name = name
        ada.age = 37
        try context.save()
        let content = try scene.content()
        #expect(content.findings.isEmpty)
        let lines = scene.saved.lines.map { line in
            guard line.contains("classified Ada") else { return line }
            return line.replacing("integer(36)", with: "integer(37)").replacing("version 1", with: "version 2")
        }
        #expect(content.lines == lines)
        try RestrictedSystem.finish()
    }

    @Test(
        "a folder that cannot be written refuses a new store and an old one for writing, and is read",
        .enabled("permissions count for this process, or for one that it can make") {
            RestrictedSystem.unwritableFolder.isPossible
        })
    func unwritableFolder() throws {
        try RestrictedSystem.unwritableFolder.run("RestrictedSystemTests/inUnwritableFolder")
    }

    @Test("in the unwritable folder", .enabled("without powers only") { RestrictedSystem.unwritableFolder.isHere })
    func inUnwritableFolder() throws {
        let scene = try Scene(in: RestrictedSystem.folder)
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: scene.folder.path) where name.hasSuffix("-lock") {
            try files.removeItem(at: scene.folder.appendingPathComponent(name))
        }
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scene.folder.path)
        defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scene.folder.path) }  // to remove it
        func expected(_ path: String) -> ExpectedError {
            ExpectedError(
                chain: ["CoordinatorError.store", "StoreError.permission"],
                details: [.store: "catalogue", .path: path],
                texts: ["refused"])
        }
        let new = scene.folder.appendingPathComponent("new.sqlite")
        expectError(expected("new.sqlite")) { try scene.open(newCatalogue: new) }
        expectError(expected("catalogue.sqlite")) { try scene.open() }
        let readers = scene.stores().map { description in
            var description = description
            description.access = .readOnly
            return description
        }
        let container = try scene.open(readers)
        #expect(try GraphDump(container) == scene.saved)
        scene.close()
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scene.folder.path)
        #expect(try scene.content() == scene.saved)
        try RestrictedSystem.finish()
    }

    private func expectError(_ expected: ExpectedError, _ body: () throws -> Void) {
        do {
            try body()
            Issue.record("it was accepted")
        } catch {
            expected.check(error)
        }
    }
}
