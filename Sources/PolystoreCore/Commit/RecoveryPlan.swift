import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// The saves of a commit log that its stores lack: what recovery makes, and what a look at the log tells.
///
/// A store has made an entry when the number of its last commit is the entry's or greater. Numbers are contiguous: a store
/// whose number is less than the one before lacks commits that no log has, so it is an older copy. A store that prepares
/// transactions is not compared: what it lacks is what it holds prepared.
struct RecoveryPlan {
    /// A durable store of the log's domain.
    struct Member: Sendable {
        let name: String
        let path: String?
        let identifier: UUID
        /// The number of its last commit.
        let commit: CommitNumber
        /// The number of its last save over several stores.
        let joint: JointNumber?
        let domain: CommitDomain?
        /// Whether it prepares transactions.
        let isPreparing: Bool

        init(_ name: String, at url: URL?, _ metadata: StoreMetadata, isPreparing: Bool) {
            self.isPreparing = isPreparing
            (self.name, path, identifier) = (name, url?.path, metadata.identifier)
            (commit, joint, domain) = (metadata.watermark, metadata.joint?.number, metadata.domain)
        }

        init(_ store: AttachedStore) throws(StoreError) {
            var metadata = try store.metadata
            metadata.watermark = try store.store.newestCommit()
            self.init(store.name, at: store.url, metadata, isPreparing: store.isPreparing)
        }
    }

    /// The saves that each store lacks, in their order.
    private(set) var lacking: [UUID: [JointNumber]] = [:]

    /// Compares stores with their log, and changes nothing.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - members: The stores.
    ///   - isMade: Whether the save of an entry was made that a store decides; asked when another store may lack it.
    /// - Throws: `outOfStep` for a store that is older or newer than the log says; what reading the log throws.
    /// - Complexity: Linear in the bytes of the log.
    init(
        _ log: CommitLog, _ members: [Member], isMade: (CommitLogEntry) throws(StoreError) -> Bool
    ) throws(StoreError) {
        for member in members { try Self.check(member, log) }
        var commits = Dictionary(members.map { ($0.identifier, $0.commit) }, uniquingKeysWith: max)
        var lacking = lacking
        try log.entries { (entry) throws(StoreError) in
            var known: Bool? = entry.decider == nil ? true : nil
            for member in members where !member.isPreparing {
                guard let commit = entry.commit(of: member.identifier), let has = commits[member.identifier] else {
                    continue
                }
                if member.domain == nil { throw Self.putBackAlone(member, log) }
                guard has < commit else { continue }
                // Another save may have made the commit instead.
                if known == nil { known = try isMade(entry) }
                guard known == true else { return }
                guard has + 1 == commit else { throw Self.outOfStep(member, log, has: has, needs: commit - 1) }
                commits[member.identifier] = commit
                lacking[member.identifier, default: []].append(entry.number)
            }
        }
        self.lacking = lacking
    }

    /// Refuses a store that is older than when the log was last emptied, and one that has a save that the log never had.
    private static func check(_ member: Member, _ log: CommitLog) throws(StoreError) {
        if let known = log.header.member(member.identifier), member.commit < known.commit {
            throw outOfStep(member, log, has: member.commit, needs: known.commit)
        }
        guard let joint = member.joint, member.domain?.isOpen ?? false, joint > log.lastNumber else { return }
        throw StoreError(
            .outOfStep,
            [
                .store: member.name, .path: member.path, .found: "\(joint)", .expected: "\(log.lastNumber)",
                .reason: "it has save \(joint) over several stores, and the commit log \(log.path) ends with "
                    + "\(log.lastNumber): the log is an older copy; put back the log that belongs to the store, or all "
                    + "stores of one backup",
            ])
    }

    /// The error of a store that knows no log, and of which this one holds saves.
    ///
    /// The log knows a member before the member knows the log. A store that a crash kept from being told is as new as the log
    /// says, and no save of it is in the log: it joins again at its next save.
    private static func putBackAlone(_ member: Member, _ log: CommitLog) -> StoreError {
        StoreError(
            .outOfStep,
            [
                .store: member.name, .path: member.path, .found: "\(member.commit)",
                .reason:
                    "the commit log \(log.path) holds saves of the store, and the file belongs to no log: it is a copy that "
                    + "was put back alone; put back all stores of one backup, or take the store out of the log with "
                    + "'polystore store detach --give-up'",
            ])
    }

    private static func outOfStep(
        _ member: Member, _ log: CommitLog, has: CommitNumber, needs: CommitNumber
    ) -> StoreError {
        StoreError(
            .outOfStep,
            [
                .store: member.name, .path: member.path, .found: "\(has)", .expected: "\(needs)",
                .reason:
                    "its last commit is \(has), and the commit log \(log.path) knows of \(needs): the file is an older "
                    + "copy; put back the one that belongs to the log, or all stores of one backup, or take the "
                    + "store out of the log with 'polystore store detach --give-up'",
            ])
    }
}
