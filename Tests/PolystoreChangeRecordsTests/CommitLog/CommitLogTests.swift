import Foundation
import PolystoreModel
import Testing

@testable import PolystoreChangeRecords
@testable import PolystoreStorage

@Suite("The commit log")
struct CommitLogTests {
    let fixture: LogFixture

    init() throws { fixture = try LogFixture() }

    @Test("entries are read as they were appended, one or many change sets, small or of several frames")
    func roundTrip() throws {
        let log = try CommitLog.open(fixture.path, writes: true)
        try fixture.append(to: log)
        try fixture.append(to: log, size: 700_000)
        let last = try fixture.append(to: log, size: 5, sets: 3)
        try log.synchronize(last)
        #expect(last.entry.participants.map(\.store) == fixture.stores)
        #expect(last.entry.commit(of: fixture.stores[1]) == 30)
        #expect(last.entry.commit(of: UUID()) == nil)
        #expect(
            try fixture.contents() == [
                1: ["1 10", "1 10"], 2: ["2 700000", "2 700000"], 3: ["3 5", "3 5", "3 6", "3 6", "3 7", "3 7"],
            ])
    }

    @Test("a log that is opened anew goes on behind its last entry, with greater numbers")
    func reopening() throws {
        do {
            let log = try CommitLog.open(fixture.path, writes: true)
            try fixture.append(to: log)
            try fixture.append(to: log)
        }
        let log = try CommitLog.open(fixture.path, writes: true)
        #expect(log.identifier == fixture.identifier)
        #expect(try fixture.append(to: log).entry.number == 3)
        #expect(try fixture.contents().keys.sorted() == [1, 2, 3])
    }

    @Test("an emptied log holds nothing, keeps what its members have, and gives out no number again")
    func emptying() throws {
        do {
            let log = try CommitLog.open(fixture.path, writes: true)
            for _ in 0..<5 { try fixture.append(to: log, size: 300_000) }
            try log.empty(members: fixture.stores.map { .init(store: $0, name: "renamed", commit: 50) })
            #expect(log.size == 0)
            #expect(try fixture.contents().isEmpty)
            #expect(try #require(SystemFile.size(fixture.path)) <= CommitLogFormat.growth)
            #expect(try fixture.append(to: log, size: 3).entry.number == 6)
        }
        let log = try CommitLog.open(fixture.path, writes: true)
        #expect(log.header.members.map(\.commit) == [50, 50])
        #expect(log.header.member(fixture.stores[0])?.name == "renamed")
        #expect(log.header.lastNumber == 5)
        #expect(try fixture.contents() == [6: ["6 3", "6 3"]])
    }

    @Test("one process at a time commits through a log, any number read it")
    func lock() throws {
        let log = try CommitLog.open(fixture.path, writes: true)
        let error = #expect(throws: StoreError.self) { try CommitLog.open(fixture.path, writes: true) }
        #expect(error?.code == .held)
        #expect(try CommitLog.open(fixture.path, writes: false).identifier == log.identifier)
    }

    @Test("appends and syncs from many threads leave every entry, each once")
    func threads() async throws {
        let log = try CommitLog.open(fixture.path, writes: true)
        let (stores, changes) = (fixture.stores, (1...160).map { fixture.changes(JointNumber($0)) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<20 {
                        let number = log.nextNumber()
                        let position = try log.append(
                            number, stores.map { .init(store: $0, commit: number) }, [changes[task * 20 + round]])
                        try log.synchronize(position)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.contents().keys.sorted() == Array(1...160))
    }

    @Test("what is no log, or of a later version, is refused with its path")
    func refusals() throws {
        func code(_ path: String) -> StoreError.Code? {
            let error = #expect(throws: StoreError.self) { try CommitLog.open(path, writes: false) }
            #expect(error?.details[.path] == path)
            return error?.code
        }
        #expect(code(fixture.path + "-none") == .missing)
        #expect(code(try fixture.file([])) == .foreign)
        #expect(code(try fixture.file(Array("SQLite format 3".utf8))) == .foreign)
        #expect(code(try fixture.file(Array("POLYCLOG".utf8))) == .damaged)
        var later = try #require(CommitLogHeader(identifier: UUID()).encoded)
        later[8] = 2
        later.withUnsafeMutableBytes { bytes in
            let head = CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[..<12]))
            let sum = CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[16...]), after: head)
            bytes.storeBytes(of: sum.littleEndian, toByteOffset: 12, as: UInt32.self)
        }
        #expect(code(try fixture.file(later)) == .unsupportedFormat)
        #expect(throws: StoreError.self) { try CommitLog.create(fixture.path, CommitLogHeader(identifier: UUID())) }
    }

    @Test("a header holds as many members as fit, and says when there are more")
    func manyMembers() throws {
        let members = (0..<500).map { CommitLogHeader.Member(store: UUID(), name: "store \($0)", commit: 1) }
        let header = CommitLogHeader(identifier: UUID(), members: members)
        #expect(try CommitLogHeader(decoding: try #require(header.encoded)) == header)
        let many = CommitLogHeader(identifier: UUID(), members: members + members + members)
        #expect(many.encoded == nil)
        let log = try CommitLog.open(fixture.path, writes: true)
        let error = #expect(throws: StoreError.self) { try log.empty(members: many.members) }
        #expect(error?.code == .unsupported)
        #expect(!log.isFailed)
    }
}
