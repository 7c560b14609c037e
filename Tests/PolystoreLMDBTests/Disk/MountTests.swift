import Foundation
import Polystore
import PolystoreRecordLayer
import TestFolders
import Testing

@testable import PolystoreLMDB

extension DiskTests {
    @Test(
        "stores on disks that are full or read-only, in a process with a mount table of its own",
        .enabled(if: Namespace.isPossible && !Namespace.isInside, "unshare makes no namespaces here"))
    func mounts() async throws {
        let folder = try TemporaryFolder("lmdb")
        let (status, output) = try await Namespace.test("MountedStoreTests", folder.url)
        #expect(status == 0, "\(output)")
        #expect(output.contains("Test run with 7 tests"), "\(output)")
        withExtendedLifetime(folder) {}
    }
}

/// Runs only inside of a namespace, where these mounts do no harm.
@Suite("LMDB stores on disks of their own", .enabled(if: Namespace.isInside), .serialized)
struct MountedStoreTests {
    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    private func mount(size: String = "1m") throws {
        try Namespace.mount("-t", "tmpfs", "-o", "size=\(size)", "none", folder.url.path)
    }

    private func protect() throws { try Namespace.mount("-o", "remount,ro", folder.url.path) }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            var cause: (any Error)? = error
            while let current = cause {
                if let error = current as? StoreError { return error.code }
                cause = (current as? any StructuredError)?.cause
            }
            return nil
        }
    }

    /// Fills what is left of the disk with a file.
    private func fill() throws -> URL {
        let ballast = folder.url("ballast")
        try Data().write(to: ballast)
        let handle = try FileHandle(forWritingTo: ballast)
        // Until there is no room for another page.
        do { while true { try handle.write(contentsOf: Data(count: 4096)) } } catch { try handle.close() }
        return ballast
    }

    @Test("P7: a full disk refuses a save with a typed error, and the store goes on when there is room again")
    func fullDisk() throws {
        try mount()
        let container = try graph.open()
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = "Ada" }
        try context.save()
        let ballast = try fill()
        let large = try context.insert(Person.self) { ($0.name, $0.photo) = ("Large", Data(count: 50_000)) }
        #expect(code { try context.save() } == .full)
        #expect(try Graph.names(container) == ["Ada"])
        try FileManager.default.removeItem(at: ballast)
        try context.save()
        #expect(try Graph.names(container) == ["Ada", "Large"])
        #expect(large.photo?.count == 50_000)
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
    }

    @Test("P7: a disk that becomes full in the middle of a save refuses it as a full one, wherever that is")
    func fillingDisk() throws {
        try mount(size: "8m")
        let container = try graph.open()
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = "Ada" }
        try context.save()
        for pages in 1...14 {
            let ballast = try fill()
            let handle = try FileHandle(forWritingTo: ballast)
            try handle.truncate(atOffset: try handle.seekToEnd() - UInt64(pages * 4096))
            try handle.close()
            try context.insert(Person.self) { ($0.name, $0.photo) = ("\(pages)", Data(count: 120_000)) }
            #expect(code { try context.save() } == .full, "\(pages) pages of room")
            try FileManager.default.removeItem(at: ballast)
            try context.save()
        }
        #expect(try Graph.names(container).count == 15)
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
    }

    @Test("P7: on a full disk a store is not made, not copied, and not opened without room for its locks")
    func fullDiskOpening() throws {
        try mount()
        try graph.make("Ada")
        let copy = folder.url("copy.lmdb")
        let ballast = try fill()
        #expect(code { try StoreType.lmdb.copy(.init(.lmdb, at: graph.file), .init(.lmdb, at: copy)) } == .full)
        #expect(code { try Graph(folder.url("other")).open().close() } == .full)
        try FileManager.default.removeItem(atPath: graph.file.path + "-lock")
        _ = try fill()
        #expect(code { try graph.open().close() } == .full)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.url.path).contains { $0.contains(".new-") })
        try FileManager.default.removeItem(at: ballast)
        let container = try graph.open()
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
    }

    @Test("a full disk does not keep a store from being read")
    func fullDiskReading() throws {
        try mount()
        try graph.make("Ada")
        _ = try fill()
        let container = try graph.open { ($0.access, $0.creates) = (.readOnly, false) }
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
    }

    @Test("P7: a store on a read-only disk is read, and opened for writing with a typed error only")
    func readOnlyDisk() throws {
        try mount()
        try graph.make("Ada")
        try protect()
        #expect(try graph.openingError().code == .permission)
        #expect(try Graph(folder.url("other")).openingError().code == .permission)
        let container = try graph.open { ($0.access, $0.creates) = (.readOnly, false) }
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
    }

    @Test("a store on a read-only disk is read also without the file of reader slots")
    func readOnlyDiskWithoutSlots() throws {
        try mount()
        try graph.make("Ada")
        try FileManager.default.removeItem(atPath: graph.file.path + "-lock")
        try protect()
        let container = try graph.open { ($0.access, $0.creates) = (.readOnly, false) }
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
    }

    @Test("P7: a read-only file in a folder that can be written is read, and not opened for writing")
    func readOnlyFile() throws {
        try mount()
        try graph.make("Ada")
        try Namespace.mount("--bind", graph.file.path, graph.file.path)
        try Namespace.mount("-o", "remount,bind,ro", graph.file.path)
        #expect(try graph.openingError().code == .permission)
        let container = try graph.open { ($0.access, $0.creates) = (.readOnly, false) }
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
    }
}
