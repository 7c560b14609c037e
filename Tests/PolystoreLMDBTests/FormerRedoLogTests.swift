import Foundation
import Polystore
import PolystoreLMDB
import TestFolders
import Testing

@Suite("LMDB files of development builds that kept a redo log")
struct FormerRedoLogTests {
    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }
    private var description: PersistentStoreDescription { .init(.lmdb, at: graph.file) }
    private var log: String { graph.file.path + "-redo" }

    init() throws { folder = try TemporaryFolder("lmdb") }

    /// Lets the file bear what it bore while a log belonged to it.
    private func mark(_ offset: UInt64 = 256) throws {
        let handle = try FileHandle(forUpdating: graph.file)
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data([7]))
        try handle.close()
    }

    private func expectRefusal(_ error: StoreError?, _ found: String) {
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.details[.path] == graph.file.path)
        #expect(error?.details[.found]?.contains(found) == true)
        #expect(error?.details[.reason]?.contains("development build") == true)
        #expect(error?.details[.reason]?.contains("open the copy") == true)
    }

    @Test("a file with a log beside it, or marked for one, is refused with what to do, whatever it is opened for")
    func refused() throws {
        try graph.make("Ada")
        let whole = try Data(contentsOf: graph.file)
        for (hasLog, isMarked, found) in [
            (true, false, log), (true, true, log), (false, true, "the mark of a redo log that is not there"),
        ] {
            try whole.write(to: graph.file)
            if hasLog { try Data(count: 8192).write(to: URL(fileURLWithPath: log)) }
            if isMarked { try mark(hasLog ? 256 : 271) }
            let before = try Data(contentsOf: graph.file)
            expectRefusal(try graph.openingError(), found)
            expectRefusal(try graph.openingError { ($0.access, $0.creates) = (.readOnly, false) }, found)
            expectRefusal(#expect(throws: StoreError.self) { try StoreType.lmdb.metadata(description) }, found)
            expectRefusal(
                #expect(throws: StoreError.self) {
                    try StoreType.lmdb.copy(description, .init(.lmdb, at: folder.url("copy.lmdb")))
                }, found
            )
            #expect(try Data(contentsOf: graph.file) == before)
            if hasLog { try FileManager.default.removeItem(atPath: log) }
        }
        try whole.write(to: graph.file)
        let container = try graph.open()
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
    }

    @Test("a file of another kind is refused for what it is")
    func foreign() throws {
        try Data(repeating: 1, count: 10_000).write(to: graph.file)
        try Data(count: 8192).write(to: URL(fileURLWithPath: log))
        #expect(try graph.openingError().code == .foreign)
    }

    @Test("a log without a store is removed when the store is made, and a log with its store when that is destroyed")
    func removed() throws {
        try Data(count: 8192).write(to: URL(fileURLWithPath: log))
        try graph.make("Ada")
        #expect(!FileManager.default.fileExists(atPath: log))
        try Data(count: 8192).write(to: URL(fileURLWithPath: log))
        try StoreType.lmdb.destroy(description)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
