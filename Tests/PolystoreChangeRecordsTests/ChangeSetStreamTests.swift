import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage
import Testing

@Suite("Records of change sets as streams")
struct ChangeSetStreamTests {
    private struct Full: Error {}

    private func large(_ model: RecordModel) throws -> ChangeSet {
        var part = StoreChanges()
        let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 17) })
        part.inserts = try (1...400).map { key in
            let binary = key == 200 ? Value.data(data) : .missing
            return try model.row(
                "Sample", Int64(key), ["stringValue": .string("row \(key)"), "binaryValue": binary])
        }
        part.links = try (1...3000).map { try model.link("Sample", "tags", .put, $0, 1) }
        part.deletes = try (1...3000).map {
            .init(entity: try model.entity("Tag"), key: $0, expectedVersion: 1)
        }
        return [model.store: part]
    }

    @Test("frames are of 64 KiB at most, and rows larger than a frame go on in the next")
    func frames() throws {
        let model = try RecordModel()
        let changes = try large(model)
        var bytes: [UInt8] = []
        var sizes: [Int] = []
        changes.encode { frame in
            sizes.append(frame.count)
            bytes.append(contentsOf: frame)
        }
        #expect(sizes.allSatisfy { $0 <= 65_536 + 12 })
        #expect(sizes.count { $0 == 65_536 + 12 } >= 4)
        #expect(bytes == changes.encoded)
        #expect(RecordContent(try ChangeSet(decoding: bytes, as: model.model)) == RecordContent(changes))
    }

    @Test("a reader takes what the source gives, and nothing behind the end of the record")
    func source() throws {
        let model = try RecordModel()
        let changes = try large(model)
        let bytes = changes.encoded + changes.encoded
        var position = 0
        func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
            let count = min(room.count, bytes.count - position)
            room.copyBytes(from: bytes[position..<(position + count)])
            position += count
            return count
        }
        for part in 1...2 {
            #expect(RecordContent(try ChangeSet(decoding: read, as: model.model)) == RecordContent(changes))
            #expect(position == bytes.count / 2 * part)
        }
        let error = #expect(throws: ChangeSetError.self) { try ChangeSet(decoding: read, as: model.model) }
        #expect(error?.code == .truncated)
    }

    @Test("what a sink throws ends the writing, and what a source throws is the cause of the error")
    func failures() throws {
        let model = try RecordModel()
        let changes = try large(model)
        var count = 0
        #expect(throws: Full.self) {
            try changes.encode { _ in
                count += 1
                if count == 3 { throw Full() }
            }
        }
        #expect(count == 3)
        let error = #expect(throws: ChangeSetError.self) {
            try ChangeSet(decoding: { _ in throw Full() }, as: model.model)
        }
        #expect(error?.code == .unreadable)
        #expect(error?.cause is Full)
    }

    @Test("bytes behind a record in memory are refused")
    func behind() throws {
        let model = try RecordModel()
        let error = #expect(throws: ChangeSetError.self) {
            try ChangeSet(decoding: ChangeSet().encoded + [0], as: model.model)
        }
        #expect(error?.code == .damaged)
    }
}
