import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@Suite("Damaged records of change sets")
struct ChangeSetDamageTests {
    /// A record of every kind of message, as short as that can be.
    private static func sample(_ model: RecordModel) throws -> ChangeSet {
        var part = StoreChanges()
        part.inserts = [
            try model.row(
                "Sample", 1,
                ["stringValue": .string("ß"), "decimalValue": .decimal(7), "owner": .object(model.id("Person", 1))])
        ]
        part.updates = [try model.row("Tag", 2, version: 3, ["label": .string("t")])]
        part.tombstones = [try model.row("Tag", 3, version: 3, ["label": .string("t")])]
        part.deletes = [.init(entity: try model.entity("Tag"), key: 3, expectedVersion: 3)]
        part.locks = [.init(entity: try model.entity("Special"), key: 4, expectedVersion: 1)]
        part.links = [try model.link("Sample", "tags", .put, 1, 2, 3, nil)]
        part.metadata = ["a": "b", "c": String?.none]
        var changes: ChangeSet = [model.store: part]
        changes.touched = [model.id("Tag", 9)]
        changes.commits = [model.store: 7]
        return changes
    }

    /// The entities with a renaming identifier, so that there are names.
    private static func model() throws -> RecordModel {
        var entities = RecordModel.entities
        for index in entities.indices { entities[index].renamingIdentifier = "Old\(entities[index].name)" }
        return try RecordModel(entities)
    }

    @Test("a record that is cut anywhere is not complete")
    func cut() throws {
        let model = try Self.model()
        let bytes = try Self.sample(model).encoded
        for length in bytes.indices {
            let error = #expect(throws: ChangeSetError.self) {
                try ChangeSet(decoding: Array(bytes[..<length]), as: model.model)
            }
            #expect(error?.code == .truncated, "\(length) of \(bytes.count): \(String(describing: error))")
        }
    }

    @Test("a byte that is another anywhere is damage, with the offset of its frame")
    func changed() throws {
        let model = try Self.model()
        let bytes = try Self.sample(model).encoded
        for offset in bytes.indices {
            for mask: UInt8 in [1, 0x80, 0xff] {
                var damaged = bytes
                damaged[offset] ^= mask
                let error = #expect(throws: ChangeSetError.self) {
                    try ChangeSet(decoding: damaged, as: model.model)
                }
                let code = try #require(error).code
                // The length of the last frame says how much there is.
                #expect([.damaged, .truncated].contains(code), "\(offset): \(String(describing: error))")
                let place = try #require(error?.details[.offset].flatMap { Int($0) })
                #expect(place <= offset)
            }
        }
    }

    @Test("frames that are missing, doubled, exchanged or of another record are damage")
    func frames() throws {
        let model = try Self.model()
        var frames: [[UInt8]] = []
        try Self.sample(model).encode { frames.append(Array($0)) }
        #expect(frames.count >= 14)
        func isRefused(_ changed: [[UInt8]]) -> Bool {
            let error = #expect(throws: ChangeSetError.self) {
                try ChangeSet(decoding: Array(changed.joined()), as: model.model)
            }
            return error?.code == .damaged || error?.code == .truncated
        }
        for index in frames.indices {
            var missing = frames
            missing.remove(at: index)
            #expect(isRefused(missing), "\(index) is missing")
            var doubled = frames
            doubled.insert(frames[index], at: index)
            if index < frames.count - 1 { #expect(isRefused(doubled), "\(index) is doubled") }
            for other in frames.indices where other != index {
                var exchanged = frames
                exchanged.swapAt(index, other)
                #expect(isRefused(exchanged), "\(index) and \(other) are exchanged")
            }
        }
        // A frame that is missing is missed even where the checksums fit.
        for index in frames.indices.dropLast() {
            var missing = frames
            missing.remove(at: index)
            var bytes = Array(missing.joined())
            FrameChecksum.repair(&bytes)
            #expect(throws: ChangeSetError.self) { try ChangeSet(decoding: bytes, as: model.model) }
        }
    }

    @Test("bytes that are others behind checksums that fit give a typed error or a change set")
    func repaired() throws {
        var random = RandomSource()
        let model = try Self.model()
        let bytes = try Self.sample(model).encoded
        var refused = 0
        for offset in bytes.indices {
            var damaged = bytes
            damaged[offset] ^= [1, 0x40, 0xff][random.below(3)]
            FrameChecksum.repair(&damaged)
            let read: ChangeSet
            do throws(ChangeSetError) {
                read = try ChangeSet(decoding: damaged, as: model.model)
            } catch {
                refused += 1
                continue
            }
            #expect(throws: Never.self) { try ChangeSet(decoding: read.encoded, as: model.model) }
        }
        #expect(refused > bytes.count / 3)
    }

    @Test("random damage of random records behind checksums that fit gives a typed error or a change set")
    func random() throws {
        var random = RandomSource()
        let model = try Self.model()
        for _ in 0..<10 {
            let bytes = try RecordSamples.random(model, &random).encoded
            for _ in 0..<10 {
                var damaged = bytes
                for _ in 0...random.below(3) {
                    let offset = random.below(min(damaged.count, 4096))
                    switch random.below(3) {
                    case 0: damaged[offset] = UInt8(truncatingIfNeeded: random.next())
                    case 1: damaged.removeSubrange(offset..<min(damaged.count, offset + random.below(20)))
                    default: damaged.insert(contentsOf: random.bytes(random.below(20)), at: offset)
                    }
                }
                FrameChecksum.repair(&damaged)
                let read: ChangeSet
                do throws(ChangeSetError) {
                    read = try ChangeSet(decoding: damaged, as: model.model)
                } catch {
                    continue
                }
                #expect(throws: Never.self) { try ChangeSet(decoding: read.encoded, as: model.model) }
            }
        }
    }

    @Test("a record of a later format is told from damage, and messages that may be skipped are")
    func versions() throws {
        let model = try Self.model()
        var frames: [[UInt8]] = []
        try Self.sample(model).encode { frames.append(Array($0)) }
        var later = frames
        later[0][20] = 2
        var bytes = Array(later.joined())
        FrameChecksum.repair(&bytes)
        let newer = #expect(throws: ChangeSetError.self) { try ChangeSet(decoding: bytes, as: model.model) }
        #expect(newer?.code == .unsupportedFormat)
        #expect(newer?.details[.found] == "2")
        /// Puts a message of an unknown kind behind the first, and counts it.
        func inserting(flags: UInt8) -> [UInt8] {
            var more = frames
            more.insert([3, 0, 0, 0, 99, flags, 0, 0, 0, 0, 0, 0, 1, 2, 3], at: 1)
            more[more.count - 1][12] += 1
            var bytes = Array(more.joined())
            FrameChecksum.repair(&bytes)
            return bytes
        }
        let read = try ChangeSet(decoding: inserting(flags: 2), as: model.model)
        #expect(RecordContent(read).parts == RecordContent(try Self.sample(model)).parts)
        let error = #expect(throws: ChangeSetError.self) {
            try ChangeSet(decoding: inserting(flags: 0), as: model.model)
        }
        #expect(error?.code == .unsupportedFormat)
    }

    @Test("values that no writer writes are damage, although all checksums fit")
    func values() throws {
        let model = try RecordModel()
        let layout = try #require(model.layouts.layout(for: try model.entity("Sample")))
        func set(_ type: AttributeType, _ body: (MutableRow, Int) -> Void) throws -> ChangeSetError? {
            let row = MutableRow.make(layout, key: 1)
            body(row, layout.index(of: PropertyKey(RecordModel.name(of: type))))
            var part = StoreChanges()
            part.inserts = [model.change(row, version: 1)]
            let changes: ChangeSet = [model.store: part]
            return #expect(throws: ChangeSetError.self) {
                try ChangeSet(decoding: changes.encoded, as: model.model)
            }
        }
        func bytes(_ type: AttributeType, _ bytes: [UInt8]) throws -> ChangeSetError? {
            try set(type) { row, index in bytes.withUnsafeBytes { row.setVariable($0, at: index) } }
        }
        #expect(try set(.double) { $0.setDouble(.nan, at: $1) }?.code == .damaged)
        #expect(try set(.float) { $0.setDouble(.nan, at: $1) }?.code == .damaged)
        #expect(try set(.date) { $0.setDouble(.nan, at: $1) }?.code == .damaged)
        #expect(try bytes(.string, [0xff])?.code == .damaged)
        #expect(try bytes(.uri, [0xff])?.code == .damaged)
        #expect(try bytes(.decimal, [0xff, 1])?.code == .damaged)
    }
}
