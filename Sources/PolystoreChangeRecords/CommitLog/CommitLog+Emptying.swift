import PolystoreModel
import PolystoreStorage

extension CommitLog {
    /// Empties the log: what it held is durable in all stores that it concerns.
    ///
    /// A header with the next generation makes all entries invalid at once. Until it is on the disk the old one counts, with
    /// all entries.
    ///
    /// The caller has made sure that no entry is being appended, and that the members have made durable what was.
    ///
    /// - Parameter members: The members from now on, with commits that each has durably.
    /// - Throws: `unsupported` when there are too many; `failed` when the disk did not confirm the header, and the log must be
    ///   opened anew.
    package func empty(members: [CommitLogHeader.Member]) throws(StoreError) {
        try change { header, lastNumber in
            header.members = members
            header.lastNumber = lastNumber
            header.generation += 1
        }
        // Room that a large entry took is given back; what is left makes small ones need none.
        guard state.read(\.reserved) > CommitLogFormat.growth else { return }
        try file.truncate(to: CommitLogFormat.growth)
        state.update { $0.reserved = CommitLogFormat.growth }
    }

    /// Writes the changed header in the place of the older one.
    private func change(_ body: (inout CommitLogHeader, JointNumber) -> Void) throws(StoreError) {
        var (header, place, last, isFailed) = state.read { ($0.header, $0.headerPlace, $0.lastNumber, $0.isFailed) }
        guard !isFailed else { throw StoreError(.failed, [.path: path]) }
        body(&header, last)
        guard let bytes = header.encoded else { throw CommitLog.tooManyMembers(path) }
        place = 1 - place
        do throws(StoreError) {
            try file.write(bytes, at: CommitLogFormat.headerOffsets[place])
            try file.synchronize()
        } catch {
            // Which of the two headers a reader finds is unknown.
            state.update { $0.isFailed = true }
            throw StoreError(.failed, [.path: path, .reason: "the disk did not confirm the commit log"], cause: error)
        }
        state.update { state in
            (state.header, state.headerPlace) = (header, place)
            (state.end, state.synchronized) = (CommitLogFormat.firstEntry, CommitLogFormat.firstEntry)
        }
    }
}
