import Foundation
import PolystoreModel
import PolystoreStorage

/// What a commit log says of itself and of the stores that commit through it.
package struct CommitLogHeader: Hashable, Sendable {
    /// A store that commits through the log.
    package struct Member: Hashable, Sendable {
        /// The store's UUID.
        package let store: UUID
        /// The name that the store had when it was last written to the header; for messages.
        package var name: String
        /// The commit that the store had, durably, when the log was last emptied: it never has an earlier one.
        package var commit: CommitNumber

        package init(store: UUID, name: String, commit: CommitNumber) {
            self.store = store
            self.name = name
            self.commit = commit
        }
    }

    /// The log's UUID.
    package let identifier: UUID
    /// How often the log was emptied; entries of other generations are none.
    package var generation: UInt64 = 1
    /// The greatest number of an entry that was in the log when it was last emptied.
    package var lastNumber: JointNumber = 0
    /// The stores that commit through the log.
    package var members: [Member] = []

    package init(identifier: UUID, members: [Member] = []) {
        self.identifier = identifier
        self.members = members
    }

    /// The member of a UUID.
    package func member(_ store: UUID) -> Member? { members.first { $0.store == store } }

    /// Adds a member, or changes what is known of it.
    package mutating func set(_ member: Member) {
        if let index = members.firstIndex(where: { $0.store == member.store }) {
            members[index] = member
        } else {
            members.append(member)
        }
    }
}

extension CommitLogHeader {
    /// The bytes of a header; nil when there are more members than fit.
    var encoded: [UInt8]? {
        var writer = LogBytes()
        writer.append(CommitLogFormat.magic)
        writer.append(CommitLogFormat.version)
        guard let count = UInt16(exactly: members.count) else { return nil }
        writer.append(count)
        writer.append(UInt32(0))
        writer.append(identifier)
        writer.append(generation)
        writer.append(lastNumber)
        writer.append(UInt64(0))
        for member in members {
            writer.append(member.store)
            writer.append(member.commit)
            let name = Array(member.name.utf8.prefix(Int(UInt16.max)))
            writer.append(UInt16(name.count))
            writer.append(name)
        }
        guard writer.bytes.count <= CommitLogFormat.headerSize else { return nil }
        writer.bytes += [UInt8](repeating: 0, count: CommitLogFormat.headerSize - writer.bytes.count)
        writer.set(Self.checksum(writer.bytes), at: Self.checksumOffset)
        return writer.bytes
    }

    private static let checksumOffset = 12

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytesTyped { bytes in
            let head = CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[..<checksumOffset]))
            return CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[(checksumOffset + 4)...]), after: head)
        }
    }

    /// Reads a header; nil for bytes that are none.
    ///
    /// - Throws: `unsupportedFormat` for a header of a later version.
    init?(decoding bytes: [UInt8]) throws(StoreError) {
        guard bytes.count == CommitLogFormat.headerSize, bytes.starts(with: CommitLogFormat.magic) else { return nil }
        var reader = LogBytes(bytes, at: CommitLogFormat.magic.count)
        guard let version = reader.integer(UInt16.self), let count = reader.integer(UInt16.self),
            let checksum = reader.integer(UInt32.self), checksum == Self.checksum(bytes)
        else { return nil }
        guard version <= CommitLogFormat.version else {
            throw StoreError(.unsupportedFormat, [.found: "\(version)", .expected: "\(CommitLogFormat.version)"])
        }
        guard let identifier = reader.uuid(), let generation = reader.integer(UInt64.self),
            let lastNumber = reader.integer(UInt64.self), reader.integer(UInt64.self) != nil
        else { return nil }
        self.init(identifier: identifier)
        self.generation = generation
        self.lastNumber = lastNumber
        for _ in 0..<count {
            guard let store = reader.uuid(), let commit = reader.integer(UInt64.self),
                let length = reader.integer(UInt16.self), let name = reader.take(Int(length))
            else { return nil }
            members.append(Member(store: store, name: String(decoding: name, as: UTF8.self), commit: commit))
        }
    }
}
