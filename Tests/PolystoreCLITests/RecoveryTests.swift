import Foundation
import Polystore
import PolystoreCore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import TestFolders
import Testing

/// Stores that were saved together, not closed, put back alone or left without their log, as an operator meets them.
@Suite("Recovering and detaching stores by command")
struct RecoveryTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    static let pairs = [("sqlite", "lmdb"), ("lmdb", "sqlite"), ("sqlite", "sqlite"), ("lmdb", "lmdb")]

    init() throws {
        temporary = try TemporaryFolder("recovery")
    }

    /// Makes two stores and saves over both; the process "ends" behind the decision of a second save, before either store
    /// commits it.
    private func interrupt(_ people: String, _ companies: String) throws {
        let place = folder.appending(path: "live", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        try Data(StaffFolder.model.utf8).write(to: place.appending(path: "staff.model.yaml"))
        let text = """
            polystore: 1
            model: staff.model.yaml
            stores:
              people: { type: \(people), url: people.store, entities: [Person] }
              companies: { type: \(companies), url: companies.store, entities: [Company] }
            """
        try Data(text.utf8).write(to: place.appending(path: "staff.yaml"))
        let container = try open("live")
        try add("Ada", container)
        let target = folder.appending(path: "ended")
        container.coordinator.observeJointCommits { step in
            if step == .decided { try? FileManager.default.copyItem(at: place, to: target) }
        }
        try add("Bob", container)
        container.coordinator.observeJointCommits(nil)
        try container.close()
        try #require(FileManager.default.fileExists(atPath: target.path))
    }

    private func open(_ place: String) throws -> PersistentContainer {
        try PersistentContainer(
            configuration: folder.appending(path: "\(place)/staff.yaml").path, storeTypes: [.sqlite, .lmdb, .memory])
    }

    private func add(_ name: String, _ container: PersistentContainer) throws {
        let context = container.newConfinedContext()
        let company = try context.insert(entity: "Company")
        try company.setValue(.string("\(name) & Co"), forKey: "name")
        let person = try context.insert(entity: "Person")
        try person.setValue(.string(name), forKey: "name")
        try person.setRelatedObject(company, forKey: "employer")
        try context.save()
    }

    private func save(_ name: String, in place: String) throws {
        let container = try open(place)
        try add(name, container)
        try container.close()
    }

    private func count(_ place: String) throws -> [Int] {
        let container = try open(place)
        let context = container.newConfinedContext()
        let counts = try ["Person", "Company"].map { try context.count(FetchRequest<ManagedObject>(entity: $0)) }
        try container.close()
        return counts
    }

    private func run(_ place: String, _ arguments: String...) throws -> CommandProcess {
        try CommandProcess(arguments, in: folder.appending(path: place))
    }

    private func bytes(_ place: String) throws -> [String: Data] {
        let url = folder.appending(path: place)
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        // Looking takes part in the engine's own locking, whose files say nothing of what is stored.
        let files = names.filter { !$0.hasPrefix(".") && !$0.hasSuffix("-shm") && !$0.hasSuffix("-lock") }
        return try Dictionary(uniqueKeysWithValues: files.map { ($0, try Data(contentsOf: url.appending(path: $0))) })
    }

    private func replace(_ file: String, of place: String, from other: String) throws {
        let manager = FileManager.default
        for suffix in ["", "-wal", "-shm", "-lock"] {
            let (old, new) = ("\(place)/\(file)\(suffix)", "\(other)/\(file)\(suffix)")
            try? manager.removeItem(at: folder.appending(path: old))
            guard manager.fileExists(atPath: folder.appending(path: new).path) else { continue }
            try manager.copyItem(at: folder.appending(path: new), to: folder.appending(path: old))
        }
    }

    @Test("a dry run shows what the stores lack and changes nothing; recovery makes it, once", arguments: pairs)
    func recovers(people: String, companies: String) throws {
        try interrupt(people, companies)
        let refused = try run("ended", "info", "staff.yaml")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("polystore recover"), "\(refused.errors)")
        let torn = try run("ended", "backup", "staff.yaml", "--to", "../torn")
        #expect(torn.status == 65, "\(torn.errors)")
        #expect(torn.errors.contains("polystore recover"), "\(torn.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "torn").path))
        let before = try bytes("ended")
        let shown = try run("ended", "recover", "staff.yaml", "--dry-run")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("people: 1 save to be made up for"), "\(shown.output)")
        #expect(shown.output.contains("companies: 1 save to be made up for"), "\(shown.output)")
        #expect(try bytes("ended") == before)
        let done = try run("ended", "recover", "staff.yaml")
        #expect(done.status == 0, "\(done.errors)")
        #expect(done.output.contains("people: 1 save made up for"), "\(done.output)")
        #expect(try run("ended", "info", "staff.yaml").status == 0)
        #expect(try run("ended", "check", "staff.yaml").status == 0)
        #expect(try run("ended", "recover", "staff.yaml").output.contains("nothing to recover"))
        #expect(try count("ended") == [2, 2])
        let ended = folder.appending(path: "ended")
        for name in try FileManager.default.contentsOfDirectory(atPath: ended.path) where name.hasPrefix("companies") {
            try FileManager.default.removeItem(at: ended.appending(path: name))
        }
        let alone = try run("ended", "recover", "staff.yaml", "--dry-run")
        #expect(alone.output.contains("companies: a member of the log; no store of that name is there"), "\(alone)")
    }

    @Test("a program tells how many saves its stores were brought up to")
    func recoveredSaves() throws {
        try interrupt("sqlite", "lmdb")
        let container = try open("ended")
        #expect(container.coordinator.recoveredSaves == ["people": 1, "companies": 1])
        try container.close()
        let again = try open("ended")
        #expect(again.coordinator.recoveredSaves.values.allSatisfy { $0 == 0 })
        try again.close()
    }

    @Test(
        "an older copy of one store is refused with its numbers, and detached only when told to give up",
        arguments: pairs)
    func olderCopy(people: String, companies: String) throws {
        try interrupt(people, companies)
        try FileManager.default.copyItem(
            at: folder.appending(path: "live"), to: folder.appending(path: "older"))
        try save("Cleo", in: "live")
        try replace("people.store", of: "live", from: "older")
        for command in [
            ["check", "staff.yaml"], ["recover", "staff.yaml"], ["store", "detach", "staff.yaml", "people"],
        ] {
            let refused = try CommandProcess(command, in: folder.appending(path: "live"))
            #expect(refused.status == 65, "\(command): \(refused.errors)")
            #expect(refused.errors.contains("people"), "\(refused.errors)")
            #expect(refused.errors.contains("older copy"), "\(refused.errors)")
        }
        let detached = try run("live", "store", "detach", "staff.yaml", "people", "--give-up")
        #expect(detached.status == 0, "\(detached.errors)")
        #expect(try count("live") == [2, 3])
        try save("Dora", in: "live")
        #expect(try count("live") == [3, 4])
    }

    @Test("stores whose log is gone open when all of them are detached, with what they had", arguments: pairs)
    func missingLog(people: String, companies: String) throws {
        try interrupt(people, companies)
        try FileManager.default.removeItem(at: folder.appending(path: "ended/people.store-commit.log"))
        for command in [
            ["check", "staff.yaml"], ["recover", "staff.yaml"], ["store", "detach", "staff.yaml", "people"],
        ] {
            let refused = try CommandProcess(command, in: folder.appending(path: "ended"))
            #expect(refused.status == 65, "\(command): \(refused.errors)")
            #expect(refused.errors.contains("not closed cleanly"), "\(refused.errors)")
        }
        let one = try run("ended", "store", "detach", "staff.yaml", "people", "--give-up")
        #expect(one.status == 65, "\(one.output)")
        let all = try run("ended", "store", "detach", "staff.yaml", "people", "companies", "--give-up")
        #expect(all.status == 0, "\(all.errors)")
        #expect(try count("ended") == [1, 1])
        try save("Cleo", in: "ended")
        #expect(try count("ended") == [2, 2])
    }

    @Test("a detached store belongs to no log until it is saved with others again", arguments: pairs)
    func detaches(people: String, companies: String) throws {
        try interrupt(people, companies)
        let unknown = try run("live", "store", "detach", "staff.yaml", "persons")
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("there are: people, companies"), "\(unknown.errors)")
        let detached = try run("live", "store", "detach", "staff.yaml", "companies")
        #expect(detached.output.hasPrefix("companies: detached from the commit log"), "\(detached.errors)")
        #expect(
            try run("live", "store", "detach", "staff.yaml", "companies").output
                == "companies: belongs to no commit log\n")
        let shown = try run("live", "recover", "staff.yaml", "--dry-run")
        #expect(shown.output.contains("members: people\n"), "\(shown.output)")
        try save("Cleo", in: "live")
        #expect(try run("live", "recover", "staff.yaml", "--dry-run").output.contains("members: people, companies"))
        #expect(try count("live") == [3, 3])
    }

    @Test("a copy of a backup that is put back alone is refused beside the log; all copies are not", arguments: pairs)
    func partOfBackup(people: String, companies: String) throws {
        try interrupt(people, companies)
        #expect(try run("live", "backup", "staff.yaml", "--to", "../saved").status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "saved").path)
        #expect(!left.contains { $0.contains(".new-") }, "\(left)")
        try save("Cleo", in: "live")
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "saved").path)
        func putBack(_ store: String) throws {
            let copy = try #require(copies.first { ["\(store).sqlite", "\(store).lmdb"].contains($0) })
            for suffix in ["", "-wal", "-shm", "-lock"] {
                try? FileManager.default.removeItem(at: folder.appending(path: "live/\(store).store\(suffix)"))
            }
            try FileManager.default.copyItem(
                at: folder.appending(path: "saved/\(copy)"), to: folder.appending(path: "live/\(store).store"))
        }
        try putBack("people")
        let refused = try run("live", "check", "staff.yaml")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("put back alone") || refused.errors.contains("older copy"), "\(refused.errors)")
        try putBack("companies")
        #expect(try count("live") == [2, 2])
        try save("Dora", in: "live")
        #expect(try count("live") == [3, 3])
        #expect(try run("live", "check", "staff.yaml").status == 0)
    }

    @Test(
        "a store that is reset while the log has saves for it does not keep the others from going on", arguments: pairs)
    func reset(people: String, companies: String) throws {
        try interrupt(people, companies)
        let done = try run("ended", "store", "reset", "staff.yaml", "companies", "--yes")
        #expect(done.status == 0, "\(done.errors)")
        #expect(try count("ended") == [2, 0])
        try save("Cleo", in: "ended")
        #expect(try count("ended") == [3, 1])
    }

    @Test("a look beside a program that saves over several stores needs no recovery", arguments: pairs)
    func besideWriter(people: String, companies: String) throws {
        try interrupt(people, companies)
        let container = try open("live")
        try add("Cleo", container)
        for command in [["info", "staff.yaml"], ["check", "staff.yaml"], ["recover", "staff.yaml"]] {
            let looked = try CommandProcess(command, in: folder.appending(path: "live"))
            #expect(looked.status == 0, "\(command): \(looked.errors)")
        }
        #expect(try run("live", "recover", "staff.yaml").output.contains("a program commits through it now"))
        let refused = try run("live", "store", "detach", "staff.yaml", "people")
        #expect(refused.status == 69, "\(refused.errors)")
        try container.close()
    }
}
