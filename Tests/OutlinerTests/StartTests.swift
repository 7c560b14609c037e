import Foundation
import Polystore
import TestFolders
import Testing

@testable import Outliner

@Suite("Starting the outliner")
struct StartTests {
    /// The program without a terminal.
    private static func run(_ arguments: String...) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = try TerminalProgram.url()
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test("a wrong folder is named with the status of a missing input, and none is made")
    func wrongFolder() throws {
        let folder = try TemporaryFolder("outliner")
        try Data().write(to: folder.url("file"))
        let file = try Self.run(folder.path("file"), "--print")
        #expect(file.status == 66)
        #expect(file.errors == "\(folder.path("file")): error: this is no folder\n")
        let missing = try Self.run(folder.path("not/there"), "--print")
        #expect(missing.status == 66)
        #expect(missing.errors == "\(StartError.noParent(folder.path("not/there")))\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("not")))
    }

    @Test("a command line that makes no sense, and a missing terminal, have the status of wrong usage")
    func usage() throws {
        let folder = try TemporaryFolder("outliner")
        #expect(try Self.run().status == 64)
        #expect(try Self.run("--unknown").status == 64)
        let piped = try Self.run(folder.path("notes"))
        #expect(piped.status == 64)
        #expect(piped.errors == "\(StartError.noTerminal)\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("notes")))
    }

    @Test("a store file that is wrong is told with all its problems and their places")
    func wrongStoreFile() throws {
        let folder = try TemporaryFolder("outliner")
        let text = #"{"polystore": 1, "stores": {"all": {"type": "sqllite", "entities": ["Item", "Tag"], "acces": 1}}}"#
        try Data(text.utf8).write(to: folder.url("outliner.json"))
        let result = try Self.run(folder.path, "--print")
        #expect(result.status == 65)
        #expect(result.errors.contains("outliner.json:1:45: error: unknown store type 'sqllite'"))
        #expect(result.errors.contains("unknown key 'acces'"))
    }

    @Test("a store that another process holds has the status of something that cannot be used now")
    func held() throws {
        let folder = try TemporaryFolder("outliner")
        let text = #"""
            {"polystore": 1, "stores": {"all":
            {"type": "sqlite", "url": "all.sqlite", "entities": "all", "lockTimeout": "100ms"}}}
            """#
        try Data(text.utf8).write(to: folder.url("outliner.json"))
        let container = try OutlineFolder(path: folder.path).open()
        #expect(try Self.run(folder.path, "--print").status == 69)
        try container.close()
        #expect(try Self.run(folder.path, "--print").status == 0)
    }

    @Test("the folder's own store file decides where things are, and the first start writes the sample's")
    func routing() throws {
        let folder = try TemporaryFolder("outliner")
        let container = try OutlineFolder(path: folder.path("notes")).open()
        let outline = try Outline(container)
        let item = try outline.context.insert(Item.self) { $0.title = "a" }
        outline.root.children.append(item)
        let tag = try outline.context.insert(Tag.self) { $0.name = "home" }
        item.tags.insert(tag)
        try outline.save()
        #expect(container.store(of: item).typeName == "sqlite")
        #expect(container.store(of: tag).typeName == "lmdb")
        #expect(container.store(of: outline.selection).typeName == "memory")
        try container.close()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("notes"))
        #expect(Set(files).isSuperset(of: ["outliner.json", "items.sqlite", "tags.lmdb"]))

        let own = try TemporaryFolder("outliner")
        let text = #"{"polystore": 1, "stores": {"all": {"type": "lmdb", "url": "all.lmdb", "entities": "all"}}}"#
        try Data(text.utf8).write(to: own.url("outliner.json"))
        let other = try OutlineFolder(path: own.path).open()
        #expect(other.store(of: try Outline(other).root).typeName == "lmdb")
        try other.close()
        // The cursor is in a durable store then: the next start finds it, and makes no second one.
        let again = try OutlineFolder(path: own.path).open()
        let context = try Outline(again).context
        #expect(try context.count(FetchRequest(Selection.self)) == 1)
        try again.close()
    }

    @Test("every error of the framework has a status, and each family its words")
    func statuses() throws {
        #expect(StartFailure(StoreError(.full))?.status == .unavailable)
        #expect(StartFailure(CoordinatorError(.lostStore))?.status == .badInput)
        #expect(StartFailure(CoordinatorError(.store, cause: StoreError(.permission)))?.status == .missingInput)
        #expect(StartFailure(ContextError(.contextGone))?.status == .internalError)
        #expect(StartFailure(StartError.notMade("x", reason: "full"))?.status == .inputOutput)
        #expect(StartFailure(StoreError(.full))?.text.hasPrefix("error: ") == true)
        struct Other: Error {}
        #expect(StartFailure(Other()) == nil)
    }
}
