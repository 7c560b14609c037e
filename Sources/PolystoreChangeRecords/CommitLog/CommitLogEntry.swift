import Foundation
import PolystoreModel
import PolystoreStorage

/// A save over several stores, or several that were committed together, as the log has it.
package struct CommitLogEntry: Hashable, Sendable {
    /// A store that the entry changes.
    package struct Participant: Hashable, Sendable {
        /// The store's UUID.
        package let store: UUID
        /// The number of the commit that makes the changes in that store.
        package let commit: CommitNumber

        package init(store: UUID, commit: CommitNumber) {
            self.store = store
            self.commit = commit
        }
    }

    /// The entry's number.
    package let number: JointNumber
    /// The stores that the entry changes.
    package let participants: [Participant]
    /// The store whose own commit decides the save; nil where the entry does.
    package let decider: UUID?
    /// How many change sets the body holds, one behind the other.
    package let changeSetCount: Int
    /// The bytes of the change sets.
    package let bodySize: Int
    /// The checksum of the body.
    let bodyChecksum: UInt32
    /// Where the entry begins in the file.
    package let offset: Int

    /// The number of the commit that the entry makes in a store; nil when it does not change the store.
    package func commit(of store: UUID) -> CommitNumber? { participants.first { $0.store == store }?.commit }

    /// The bytes before the body.
    var headSize: Int { Self.headSize(participants.count) }

    /// Where the body begins in the file.
    var bodyOffset: Int { offset + headSize }

    /// Where the next entry begins.
    var end: Int { CommitLogFormat.aligned(bodyOffset + bodySize) }

    static func headSize(_ participants: Int) -> Int {
        CommitLogFormat.entryFieldSize + participants * CommitLogFormat.participantSize
    }
}

extension CommitLogEntry {
    private static let checksumOffset = 4
    private static let noStore = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The head of the entry, in a generation of a log.
    func head(_ log: UUID, _ generation: UInt64) -> [UInt8] {
        var writer = LogBytes()
        writer.append(CommitLogFormat.entryMagic)
        writer.append(UInt32(0))
        writer.append(generation)
        writer.append(number)
        writer.append(UInt64(bodySize))
        writer.append(bodyChecksum)
        writer.append(UInt16(participants.count))
        writer.append(UInt16(changeSetCount))
        writer.append(decider ?? Self.noStore)
        for participant in participants {
            writer.append(participant.store)
            writer.append(participant.commit)
        }
        writer.set(Self.checksum(writer.bytes, log), at: Self.checksumOffset)
        return writer.bytes
    }

    /// The checksum of a head begins with the log's UUID: an entry of another log is none of this one.
    private static func checksum(_ head: [UInt8], _ log: UUID) -> UInt32 {
        let seed = withUnsafeBytes(of: log.uuid) { CRC32C.sum($0) }
        return head.withUnsafeBytesTyped { CRC32C.sum(UnsafeRawBufferPointer(rebasing: $0[8...]), after: seed) }
    }

    /// Reads the head of an entry.
    ///
    /// - Parameters:
    ///   - offset: Where the entry begins.
    ///   - log: The log's UUID.
    ///   - generation: The generation of which an entry is wanted.
    ///   - read: Reads so many bytes at a place; fewer at the end of the file.
    /// - Returns: The entry; nil where there is none.
    /// - Throws: What reading throws.
    static func read(
        at offset: Int, _ log: UUID, _ generation: UInt64,
        _ read: (_ offset: Int, _ count: Int) throws(StoreError) -> [UInt8]
    ) throws(StoreError) -> CommitLogEntry? {
        var fields = LogBytes(try read(offset, CommitLogFormat.entryFieldSize))
        guard fields.integer(UInt32.self) == CommitLogFormat.entryMagic,
            let checksum = fields.integer(UInt32.self), fields.integer(UInt64.self) == generation,
            let number = fields.integer(UInt64.self),
            let bodySize = fields.integer(UInt64.self).flatMap({ Int(exactly: $0) }),
            let bodyChecksum = fields.integer(UInt32.self), let count = fields.integer(UInt16.self),
            let changeSetCount = fields.integer(UInt16.self), let decider = fields.uuid()
        else { return nil }
        var whole = LogBytes(try read(offset, headSize(Int(count))))
        guard whole.bytes.count == headSize(Int(count)), Self.checksum(whole.bytes, log) == checksum,
            whole.take(CommitLogFormat.entryFieldSize) != nil
        else { return nil }
        var participants: [Participant] = []
        for _ in 0..<count {
            guard let store = whole.uuid(), let commit = whole.integer(UInt64.self) else { return nil }
            participants.append(Participant(store: store, commit: commit))
        }
        return CommitLogEntry(
            number: number, participants: participants, decider: decider == noStore ? nil : decider,
            changeSetCount: Int(changeSetCount), bodySize: bodySize, bodyChecksum: bodyChecksum, offset: offset)
    }
}
