import Foundation
import PolystoreChangeRecords
import PolystoreStorage

/// What a commit log holds, and what its stores lack of it: what recovery would do when the stores were opened for writing.
public struct CommitLogReport: Sendable {
    /// A durable store, with what the log knows of it.
    public struct Store: Sendable {
        /// The store's name.
        public let name: String
        /// Where it lies.
        public let path: String?
        /// Its UUID.
        public let identifier: UUID
        /// The number of its last commit.
        public let commit: UInt64
        /// The number of its last save over several stores; nil before the first.
        public let jointNumber: UInt64?
        /// The UUID of the log that it belongs to; nil when it belongs to none.
        public let log: UUID?
        /// Whether it was closed cleanly, or belongs to no log: then it opens without one.
        public let isClosed: Bool
        /// How many saves of the log it lacks; recovery makes them.
        public let lackingSaves: Int
    }

    /// A log that is there.
    public struct Log: Sendable {
        /// The log's file.
        public let path: String
        /// Its UUID.
        public let identifier: UUID
        /// How many saves it holds.
        public let saveCount: Int
        /// Their bytes.
        public let byteCount: Int
        /// The greatest number of a save that it has given out.
        public let lastNumber: UInt64
        /// Whether a program commits through it now.
        public let isInUse: Bool
        /// The names of its members.
        public let members: [String]
    }

    /// The log; nil when none of the places where it could lie has one.
    public let log: Log?
    /// Where the log lies, or would be made; nil where it cannot lie anywhere.
    public let path: String?
    /// The durable stores that are there, in the order of the store file.
    public let stores: [Store]
    /// Why the stores would be refused: one is older or newer than the log says, or its log is missing; nil when they open.
    public let problem: CoordinatorError?
}

extension PersistentStoreCoordinator {
    /// Looks at the commit log of stores, none of which is opened or changed.
    ///
    /// - Parameter descriptions: The stores, in the order of the store file.
    /// - Returns: The report.
    /// - Throws: `store` when a store's metadata cannot be read; `commitLog` when the log cannot.
    /// - Complexity: Linear in the bytes of the log.
    public func commitLogReport(
        on descriptions: [PersistentStoreDescription]
    ) throws(CoordinatorError) -> CommitLogReport {
        var members: [RecoveryPlan.Member] = []
        for description in descriptions {
            let type = try storeType(of: description)
            guard type.capabilities.isDurable else { continue }
            do throws(StoreError) {
                members.append(
                    .init(
                        description.name, at: description.url, try type.metadata(description),
                        isPreparing: type.capabilities.jointCommit == .preparing))
            } catch {
                guard error.code == .missing else { throw StoreOpener.error(error, description) }
            }
        }
        let paths = logPaths(descriptions)
        let log = try reportingLog { () throws(StoreError) in
            try Self.log(at: paths, of: Set(members.compactMap(\.domain?.log)))
        }
        let state = try reportingLog { () throws(StoreError) in try Self.compare(log, members) }
        return CommitLogReport(
            log: state.log, path: log?.path ?? paths.first,
            stores: members.map { member in
                CommitLogReport.Store(
                    name: member.name, path: member.path, identifier: member.identifier, commit: member.commit,
                    jointNumber: member.joint, log: member.domain?.log, isClosed: !(member.domain?.isOpen ?? false),
                    lackingSaves: state.plan?.lacking[member.identifier]?.count ?? 0)
            }, problem: state.problem)
    }

    /// The log that the stores belong to, or else the first that is there.
    private static func log(at paths: [String], of identifiers: Set<UUID>) throws(StoreError) -> CommitLog? {
        var first: CommitLog?
        for path in paths where SystemFile.exists(path) {
            let log = try CommitLog.open(path, writes: false)
            if identifiers.contains(log.identifier) { return log }
            first = first ?? log
        }
        return first
    }

    private static func compare(
        _ log: CommitLog?, _ members: [RecoveryPlan.Member]
    ) throws(StoreError) -> (log: CommitLogReport.Log?, plan: RecoveryPlan?, problem: CoordinatorError?) {
        var problem: CoordinatorError?
        if let lost = members.first(where: { ($0.domain?.isOpen ?? false) && $0.domain?.log != log?.identifier }) {
            problem = CoordinatorError(
                .commitLogMissing,
                [
                    .store: lost.name, .path: lost.path, .expected: lost.domain?.log.uuidString,
                    .reason:
                        "it was not closed cleanly, and its commit log lay at \(lost.domain?.path ?? "no known place")",
                ])
        }
        guard let log else { return (nil, nil, problem) }
        // Stores that know no log are looked at where another one claims it: they were put back alone, or about to join.
        let isClaimed = members.contains { $0.domain?.log == log.identifier }
        let concerned = members.filter {
            $0.domain?.log == log.identifier || isClaimed && $0.domain == nil && log.header.member($0.identifier) != nil
        }
        var plan: RecoveryPlan?
        do throws(StoreError) { plan = try RecoveryPlan(log, concerned) { _ in true } } catch {
            guard error.code == .outOfStep else { throw error }
            problem = problem ?? CoordinatorError(.outOfStep, error.details, cause: error)
        }
        var count = 0
        try log.entries { _ in count += 1 }
        return (
            CommitLogReport.Log(
                path: log.path, identifier: log.identifier, saveCount: count, byteCount: log.size,
                lastNumber: log.lastNumber, isInUse: try log.isHeld, members: log.header.members.map(\.name)),
            plan, problem
        )
    }
}
