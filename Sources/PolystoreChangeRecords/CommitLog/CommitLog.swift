import Foundation
import PolystoreModel
import PolystoreStorage

/// The log that decides saves over several durable stores: a save is made once its entry is on the disk, and not before.
///
/// Each entry holds what the save changes, so that a store that lost its commit, or never made it, is brought up to it when
/// it is opened. The log is emptied when all members have made durable what it holds. One process at a time has it open for
/// writing, which a lock on the file guards.
///
/// **Errors.** An append that fails leaves no entry, and the next one takes its place. A sync that fails leaves the outcome
/// of its entries unknown: the log then refuses everything with `failed` until it is opened anew and the members are
/// recovered.
///
/// Its format is on the page *The commit log's format*.
package final class CommitLog: Sendable {
    /// An entry that was appended, up to its end: what a sync has to reach.
    package struct Position: Sendable {
        let generation: UInt64
        let end: Int
        /// The entry.
        package let entry: CommitLogEntry
    }

    struct State {
        var header: CommitLogHeader
        /// Which of the two places the header is in.
        var headerPlace: Int
        /// Where the next entry begins.
        var end: Int
        /// Up to where room is reserved.
        var reserved: Int
        /// The greatest number that was given out.
        var lastNumber: JointNumber
        /// Up to where entries are on the disk.
        var synchronized: Int
        /// Whether a thread waits for the disk on behalf of all.
        var isSynchronizing = false
        /// Whether an entry is being written: one at a time.
        var isAppending = false
        var isFailed = false
    }

    let file: LogFile
    let state: ConditionLock<State>

    init(_ file: LogFile, _ state: State) {
        self.file = file
        self.state = ConditionLock(state)
    }

    /// The log's file.
    package var path: String { file.path }

    /// What the log says of itself.
    package var header: CommitLogHeader { state.read(\.header) }

    /// The log's UUID.
    package var identifier: UUID { header.identifier }

    /// The greatest number that the log has given out or holds.
    package var lastNumber: JointNumber { state.read(\.lastNumber) }

    /// The bytes of the entries that the log holds.
    package var size: Int { state.read { $0.end - CommitLogFormat.firstEntry } }

    /// How far the log has come: two that are equal hold the same entries.
    package struct Extent: Equatable, Sendable {
        let generation: UInt64
        let end: Int
    }

    /// How far the log had come when it was opened, or has come since for the process that writes it.
    package var extent: Extent { state.read { Extent(generation: $0.header.generation, end: $0.end) } }

    /// Whether the outcome of an entry is unknown, so that the log must be opened anew.
    package var isFailed: Bool { state.read(\.isFailed) }

    /// Lets numbers be greater than one that a new member got from another log.
    package func raiseNumber(to number: JointNumber) {
        state.update(waking: { state in
            state.lastNumber = max(state.lastNumber, number)
            return ((), false)
        })
    }

    /// A number for a save: greater than that of any entry.
    ///
    /// A save that is given up leaves its number unused.
    package func nextNumber() -> JointNumber {
        state.update(waking: { state in
            state.lastNumber += 1
            return (state.lastNumber, false)
        })
    }

    /// Appends an entry and waits for nothing.
    ///
    /// - Parameters:
    ///   - number: A number of `nextNumber`.
    ///   - participants: The stores that are changed, and the commits that change them.
    ///   - changes: What is changed, in the order in which it was applied.
    ///   - decider: The store whose own commit decides the save; nil where the entry does.
    /// - Returns: What `synchronize` has to reach before the save is decided.
    /// - Throws: `full`, `inputOutput` and there is no entry; `failed`.
    /// - Complexity: Linear in the bytes, of which 256 KiB are held.
    package func append(
        _ number: JointNumber, _ participants: [CommitLogEntry.Participant], _ changes: [ChangeSet],
        decidedBy decider: UUID? = nil
    ) throws(StoreError) -> Position {
        try beginAppending()
        let (end, reserved, header) = state.read { ($0.end, $0.reserved, $0.header) }
        let headSize = CommitLogEntry.headSize(participants.count)
        var appender = LogAppender(file, at: end, headSize: headSize, reserved: reserved)
        let entry: CommitLogEntry
        do throws(StoreError) {
            for changes in changes {
                try changes.encode { (bytes) throws(StoreError) in try appender.append(bytes) }
            }
            entry = CommitLogEntry(
                number: number, participants: participants, decider: decider, changeSetCount: changes.count,
                bodySize: appender.bodySize, bodyChecksum: appender.checksum, offset: end)
            try appender.finish(entry.head(header.identifier, header.generation))
        } catch {
            endAppending(to: end, reserved: appender.reserved)
            throw error
        }
        endAppending(to: entry.end, reserved: appender.reserved)
        return Position(generation: header.generation, end: entry.end, entry: entry)
    }

    /// Waits until an entry is on the disk; entries that others append meanwhile share the wait.
    ///
    /// - Throws: `failed` when the disk did not say that the entry is there: whether it is shows when the log is opened anew.
    package func synchronize(_ position: Position) throws(StoreError) {
        let target = state.wait { state -> Result<Int?, StoreError>? in
            if state.isFailed { return .failure(self.failed) }
            // An entry of an earlier generation is durable in all stores.
            if state.header.generation != position.generation || state.synchronized >= position.end {
                return .success(nil)
            }
            if state.isSynchronizing { return nil }
            state.isSynchronizing = true
            return .success(state.end)
        }
        guard let end = try target?.get() else { return }
        let outcome = Result { () throws(StoreError) in try file.synchronize() }
        state.update { state in
            state.isSynchronizing = false
            switch outcome {
            case .success: state.synchronized = max(state.synchronized, end)
            case .failure: state.isFailed = true
            }
        }
        guard case .failure(let error) = outcome else { return }
        throw StoreError(.failed, [.path: path, .reason: "the disk did not confirm the commit log"], cause: error)
    }

    /// The error of a log whose end is unknown.
    private var failed: StoreError {
        StoreError(.failed, [.path: path, .reason: "the disk did not confirm the commit log; open the stores anew"])
    }

    private func beginAppending() throws(StoreError) {
        let begun = state.wait { state -> Result<Void, StoreError>? in
            if state.isFailed { return .failure(self.failed) }
            if state.isAppending { return nil }
            state.isAppending = true
            return .success(())
        }
        try begun?.get()
    }

    private func endAppending(to end: Int, reserved: Int) {
        state.update { state in
            state.isAppending = false
            state.end = end
            state.reserved = reserved
        }
    }
}
