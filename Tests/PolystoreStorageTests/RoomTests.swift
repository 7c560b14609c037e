import Foundation
import PolystoreStorage
import TestFolders
import Testing

@Suite("Room that a file has on the disk")
struct RoomTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("room") }

    /// The bytes that a file takes of the disk.
    private func taken(_ file: URL) throws -> Int {
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        return Int(status.st_blocks) * 512
    }

    private func open(_ file: URL, _ body: (Int32) throws -> Void) throws {
        let handle = try FileHandle(forUpdating: file)
        try body(handle.fileDescriptor)
        try handle.close()
    }

    @Test("is reserved behind the end of a file, whose length stays, and once for many saves")
    func behindTheEnd() throws {
        let file = folder.url("file")
        try Data(count: 100_000).write(to: file)
        try SystemFile.reserveRoom(behind: file.path, 50_000)
        let reserved = try taken(file)
        #expect(reserved >= 150_000)
        #expect(SystemFile.size(file.path) == 100_000)
        for _ in 0..<5 { try SystemFile.reserveRoom(behind: file.path, 50_000) }
        #expect(try taken(file) == reserved)
        try open(file) { descriptor in
            try SystemFile.reserveRoom(of: descriptor, upTo: 300_000, file.path)
            #expect(try taken(file) == reserved)
            try SystemFile.reserveRoom(of: descriptor, upTo: 8 << 20, file.path)
            #expect(try taken(file) >= 8 << 20)
            SystemFile.giveBackRoom(of: descriptor, upTo: 10 << 20)
        }
        #expect(try taken(file) < 1 << 20)
        #expect(SystemFile.size(file.path) == 100_000)
    }

    @Test("is reserved in the holes of a file as well, however much lies behind them")
    func holes() throws {
        let file = folder.url("file")
        try Data().write(to: file)
        try open(file) { descriptor in
            let handle = FileHandle(fileDescriptor: descriptor)
            try handle.truncate(atOffset: 4 << 20)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(count: 3 << 20))
            let before = try taken(file)
            #expect(before < 4 << 20)
            try SystemFile.reserveRoom(of: descriptor, upTo: 2 << 20, file.path)
            #expect(try taken(file) >= before + (2 << 20))
        }
    }

    @Test("is not asked for where there is no file")
    func noFile() throws {
        try SystemFile.reserveRoom(behind: folder.url("none").path, 1000)
        #expect(!SystemFile.exists(folder.url("none").path))
    }
}
