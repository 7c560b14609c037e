import Foundation
import Polystore
import PolystoreMemory
import PolystoreSQLite
import TestFolders
import Testing

@testable import PolystoreCLI

/// `copy`, `backup`, `restore` and `store reset` as a user runs them.
@Suite("Moving and keeping graphs by command")
struct CopyingTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    private static func stores(_ prefix: String) -> String {
        """
        polystore: 1
        model: staff.model.yaml
        stores:
          people:
            type: sqlite
            url: \(prefix)people.sqlite
            entities: [Person]
          companies:
            type: sqlite
            url: \(prefix)companies.sqlite
            entities: [Company]
        """
    }

    private static let single = """
        polystore: 1
        model: staff.model.yaml
        stores:
          all:
            type: sqlite
            url: single/all.sqlite
            entities: [Person, Company]
        """

    init() throws {
        temporary = try TemporaryFolder("copying")
        for (name, text) in [
            ("staff.model.yaml", StaffFolder.model), ("staff.yaml", Self.stores("")),
            ("back.yaml", Self.stores("back/")), ("single.yaml", Self.single),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try add(["Ada", "Bob", "Cleo"])
    }

    private func add(_ names: [String]) throws {
        let container = try PersistentContainer(
            configuration: folder.appending(path: "staff.yaml").path, storeTypes: [.sqlite])
        let context = container.newConfinedContext()
        let company = try context.insert(entity: "Company")
        try company.setValue(.string("Acme"), forKey: "name")
        for name in names {
            let person = try context.insert(entity: "Person")
            try person.setValue(.string(name), forKey: "name")
            try person.setRelatedObject(company, forKey: "employer")
        }
        try context.save()
        try container.close()
    }

    private func run(_ arguments: String...) throws -> CommandProcess { try CommandProcess(arguments, in: folder) }

    private func digest(_ file: String) throws -> String {
        let result = try run("info", file, "--digest")
        #expect(result.status == 0)
        return String(result.output.prefix(64))
    }

    @Test("a copy there and back has the same digest, and a second copy to the same place is refused")
    func thereAndBack() throws {
        let first = try run("copy", "staff.yaml", "--to", "single.yaml")
        #expect(first.status == 0)
        #expect(first.output.hasPrefix("4 objects and 0 links copied"))
        #expect(try run("copy", "single.yaml", "--to", "back.yaml").status == 0)
        #expect(try digest("staff.yaml") == (try digest("back.yaml")))
        #expect(try digest("staff.yaml") == (try digest("single.yaml")))
        let again = try run("copy", "staff.yaml", "--to", "single.yaml")
        #expect(again.status == 65)
        #expect(again.errors.contains("store 'all' is there already"))
        #expect(try run("check", "back.yaml").status == 0)
    }

    @Test("a backup brings back what was there, and refuses to overwrite without being told")
    func backup() throws {
        let before = try digest("staff.yaml")
        #expect(try run("backup", "staff.yaml", "--to", "saved").status == 0)
        try add(["Dora"])
        #expect(try digest("staff.yaml") != before)
        let refused = try run("restore", "staff.yaml", "--from", "saved")
        #expect(refused.status == 65)
        #expect(try digest("staff.yaml") != before)
        let restored = try run("restore", "staff.yaml", "--from", "saved", "--replace")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try digest("staff.yaml") == before)
        #expect(try run("check", "staff.yaml").status == 0)
        try add(["Eve"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.contains("restoring") })
    }

    @Test("a restore that is killed between two stores is told by the next command, and done when it is run again")
    func killedRestore() throws {
        let mark = "people.sqlite.unfinished-restore"
        try add((0..<2_000).map { "Person \($0)" })
        let before = try digest("staff.yaml")
        #expect(try run("backup", "staff.yaml", "--to", "saved").status == 0)
        try add(["Dora"])
        let restore = ["restore", "staff.yaml", "--from", "saved", "--replace"]
        // The command may end before the signal comes.
        for _ in 0..<20 {
            _ = try CommandProcess(restore, in: folder, killedBy: mark)
            if FileManager.default.fileExists(atPath: folder.appending(path: mark).path) { break }
        }
        let others = [
            ["info", "staff.yaml"], ["query", "staff.yaml", "Person"], ["backup", "staff.yaml", "--to", "again"],
        ]
        for command in others {
            let refused = try CommandProcess(command, in: folder)
            #expect(refused.status == 65)
            #expect(refused.errors.hasPrefix("staff.yaml: error: a restore of '"), "\(refused.errors)")
            #expect(refused.errors.contains("saved' has not ended") && refused.errors.contains(mark))
        }
        #expect(try run("restore", "staff.yaml", "--from", "saved").status == 65)
        let again = try CommandProcess(restore, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try digest("staff.yaml") == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.contains("restor") }, "\(names)")
    }

    @Test("a backup is not brought back while one of the stores is written, and all of them stay as they are")
    func restoreBesideAWriter() throws {
        #expect(try run("backup", "staff.yaml", "--to", "saved").status == 0)
        try add(["Dora"])
        let before = try digest("staff.yaml")
        let file = Self.stores("").replacing("type: sqlite\n    url: people.sqlite", with: "type: memory")
        try Data(file.utf8).write(to: folder.appending(path: "writer.yaml"))
        // The second of the stores is held, so that the first would be gone if they were asked one after the other.
        let writer = try PersistentContainer(
            configuration: folder.appending(path: "writer.yaml").path, storeTypes: [.sqlite, .memory])
        let refused = try run("restore", "staff.yaml", "--from", "saved", "--replace")
        #expect(refused.status == 69)
        #expect(refused.errors.contains("companies"))
        try writer.close()
        #expect(try digest("staff.yaml") == before)
        #expect(try run("check", "staff.yaml").status == 0)
    }

    @Test("the interrupt key ends a copy with status 130, and nothing of the copy is left")
    func interruptedCopy() throws {
        try add((0..<4_000).map { "Person \($0)" })
        let before = try digest("staff.yaml")
        let result = try CommandProcess(
            ["copy", "staff.yaml", "--to", "single.yaml"], in: folder, interruptedBy: "single/all.sqlite.copying")
        #expect(result.status == 130, "\(result.errors)")
        let left = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "single").path)) ?? []
        #expect(left.isEmpty)
        #expect(try digest("staff.yaml") == before)
        #expect(try run("copy", "staff.yaml", "--to", "single.yaml").status == 0)
    }

    @Test("a copy that is killed has no store in its place, and is made when it is run again")
    func killedCopy() throws {
        try add((0..<4_000).map { "Person \($0)" })
        let before = try digest("staff.yaml")
        let (copy, single) = (["copy", "staff.yaml", "--to", "single.yaml"], folder.appending(path: "single"))
        _ = try CommandProcess(copy, in: folder, killedBy: "single/all.sqlite.copying")
        let left = try FileManager.default.contentsOfDirectory(atPath: single.path)
        #expect(left.contains("all.sqlite.copying") && left.allSatisfy { $0.contains("all.sqlite.copying") }, "\(left)")
        let again = try CommandProcess(copy, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: single.path) == ["all.sqlite"])
        #expect(try digest("single.yaml") == before)
    }

    @Test("a copy that is killed between two stores is told by the next command, and made when it is run again")
    func killedPlacing() throws {
        try add((0..<2_000).map { "Person \($0)" })
        #expect(try run("copy", "staff.yaml", "--to", "single.yaml").status == 0)
        let before = try digest("staff.yaml")
        let (copy, back) = (["copy", "single.yaml", "--to", "back.yaml"], folder.appending(path: "back"))
        let mark = "back/people.sqlite.unfinished-copy"
        // The command may end before the signal comes.
        for _ in 0..<20 {
            try? FileManager.default.removeItem(at: back)
            _ = try CommandProcess(copy, in: folder, killedBy: mark)
            if FileManager.default.fileExists(atPath: folder.appending(path: mark).path) { break }
        }
        for command in [["info", "back.yaml"], ["check", "back.yaml"], ["backup", "back.yaml", "--to", "saved"]] {
            let refused = try CommandProcess(command, in: folder)
            #expect(refused.status == 65)
            #expect(refused.errors.hasPrefix("back.yaml: error: a copy of '"), "\(refused.errors)")
        }
        let again = try CommandProcess(copy, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        // A process that is killed leaves its files of locks, which hold nothing.
        let names = try FileManager.default.contentsOfDirectory(atPath: back.path).filter { !$0.hasSuffix("-lock") }
        #expect(Set(names) == ["people.sqlite", "companies.sqlite"], "\(names)")
        #expect(try digest("back.yaml") == before)
    }

    @Test("a backup that is killed is not there, and the next one leaves nothing of it")
    func killedBackup() throws {
        try add((0..<4_000).map { "Person \($0)" })
        let (backup, place) = (["backup", "staff.yaml", "--to", "kept/saved"], folder.appending(path: "kept"))
        _ = try CommandProcess(backup, in: folder, killedBy: "kept")
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(!left.contains("saved"), "\(left)")
        let again = try CommandProcess(backup, in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["saved"])
        let copies = try FileManager.default.contentsOfDirectory(atPath: place.appending(path: "saved").path)
        #expect(Set(copies) == ["people.sqlite", "companies.sqlite", "backup.json"], "\(copies)")
    }

    @Test("a folder that is no backup, or whose copies were changed, is refused before anything is removed")
    func foreignBackup() throws {
        let before = try digest("staff.yaml")
        #expect(try run("restore", "staff.yaml", "--from", ".", "--replace").status == 65)
        let missing = try run("restore", "staff.yaml", "--from", "nowhere", "--replace")
        #expect(missing.status == 66)
        #expect(missing.errors.hasSuffix("nowhere: error: there is no such folder\n"), "\(missing.errors)")
        #expect(try run("backup", "staff.yaml", "--to", "saved").status == 0)
        let copy = folder.appending(path: "saved/people.sqlite")
        try FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: folder.appending(path: "saved/companies.sqlite"), to: copy)
        let refused = try run("restore", "staff.yaml", "--from", "saved", "--replace")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("is not the copy that was made for store 'people'"))
        #expect(try digest("staff.yaml") == before)
        #expect(try run("backup", "staff.yaml", "--to", "saved").errors.contains("there is something already"))
        let unwritable = try run("backup", "staff.yaml", "--to", "staff.yaml/saved")
        #expect(unwritable.status == 74)
        #expect(unwritable.errors == "staff.yaml/saved: error: this cannot be written: Not a directory\n")
    }

    @Test("a store is reset only when that is confirmed, and check names what lost its target")
    func reset() throws {
        let unconfirmed = try run("store", "reset", "staff.yaml", "companies")
        #expect(unconfirmed.status == 65)
        #expect(unconfirmed.errors.contains("--yes"))
        #expect(
            try run("store", "reset", "staff.yaml", "company", "--yes").errors.contains("there are: people, companies"))
        #expect(try run("store", "reset", "staff.yaml", "companies", "--yes").output == "companies: removed\n")
        #expect(
            try run("store", "reset", "staff.yaml", "companies", "--yes").output == "companies: nothing to remove\n")
        let result = try run("check", "staff.yaml")
        #expect(result.status == 1)
        #expect(result.output.contains("unreachableReference"))
        #expect(result.output.contains("count 3"))
        #expect(result.output.contains("companies: not created yet"))
        // The other store has forgotten it, so that the next program goes on with an empty one.
        try PersistentContainer(
            configuration: folder.appending(path: "staff.yaml").path, storeTypes: [.sqlite]
        ).close()
    }

    @Test("a lost store is refused with status 65 and what to do, shown by info, and given up by store forget")
    func lostStore() throws {
        let file = folder.appending(path: "companies.sqlite")
        try FileManager.default.moveItem(at: file, to: folder.appending(path: "companies.old"))
        func open() throws {
            try PersistentContainer(
                configuration: folder.appending(path: "staff.yaml").path, storeTypes: [.sqlite]
            ).close()
        }
        let error = #expect(throws: ConfigurationError.self) { try open() }
        let text = error?.description ?? ""
        #expect(text.contains("polystore store forget"))
        #expect(text.contains("'companies'"))
        let info = try run("info", "staff.yaml")
        #expect(info.status == 0, "\(info.errors)")
        let line = try #require(info.output.split(separator: "\n").first { $0.contains("UUID ") })
        let identifier = String(try #require(line.split(separator: " ").last))
        #expect(text.contains(identifier))
        #expect(try run("check", "staff.yaml").output.contains("unreachableReference"))
        #expect(try run("store", "forget", "staff.yaml", "nothing").status == 65)
        let forgotten = try run("store", "forget", "staff.yaml", identifier)
        #expect(forgotten.output.hasPrefix("people: has forgotten \(identifier)\n"), "\(forgotten.errors)")
        #expect(try run("store", "forget", "staff.yaml", identifier).status == 65)
        try open()
    }

    @Test("a damaged row is a finding of check, which ends with status 1 and not with a crash")
    func damage() throws {
        let file = folder.appending(path: "people.sqlite")
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.lastRange(of: Data("Cleo".utf8)))
        bytes.replaceSubrange(place, with: Data("Clea".utf8))
        try bytes.write(to: file)
        let result = try run("check", "staff.yaml")
        #expect(result.status == 1)
        #expect(result.output.contains("people"))
        #expect(result.output.contains("the checksum is wrong"))
    }
}

extension Data {
    fileprivate func lastRange(of bytes: Data) -> Range<Int>? { range(of: bytes, options: .backwards) }
}
