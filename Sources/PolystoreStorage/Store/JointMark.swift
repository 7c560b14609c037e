import Foundation
import PolystoreModel

/// What a save over several durable stores leaves in each of them, in its transaction: with it, a process that reads the
/// stores sees whether the save is through everywhere.
public struct JointMark: Hashable, Sendable, Codable {
    /// The save's number in its commit log.
    public var number: JointNumber
    /// The commit that makes the save's changes, in each durable store that it changes.
    public var commits: [UUID: CommitNumber]

    /// Makes the mark of a save.
    public init(number: JointNumber, commits: [UUID: CommitNumber] = [:]) {
        self.number = number
        self.commits = commits
    }
}

extension JointMark {
    /// Whether a store lacks the save: as far as its last commit and its own mark tell.
    ///
    /// - Parameters:
    ///   - store: The store's UUID; it must be of the log that the save is of.
    ///   - commit: The number of its last commit.
    ///   - mark: The mark of its last save over several stores.
    /// - Returns: False as well where the save changes nothing in the store.
    package func isMissing(in store: UUID, commit: CommitNumber, mark: JointMark?) -> Bool {
        guard let needed = commits[store] else { return false }
        return commit < needed && (mark?.number ?? 0) < number
    }

    private static let participantSize = 24

    /// The mark as stores keep it: the number, then the UUID and the commit of each store, in the order of the UUIDs;
    /// numbers are of 8 bytes, little-endian.
    public var bytes: [UInt8] {
        var bytes = withUnsafeBytes(of: number.littleEndian) { Array($0) }
        for (store, commit) in commits.sorted(byUUID: \.key) {
            bytes += withUnsafeBytes(of: store.uuid) { Array($0) }
            bytes += withUnsafeBytes(of: commit.littleEndian) { Array($0) }
        }
        return bytes
    }

    /// Reads a mark; nil where the bytes are none.
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, (bytes.count - 8).isMultiple(of: Self.participantSize) else { return nil }
        func integer(at offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        number = integer(at: 0)
        commits = [:]
        for offset in stride(from: 8, to: bytes.count, by: Self.participantSize) {
            let store = UUID(uuid: bytes.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
            commits[store] = integer(at: offset + 16)
        }
    }
}
