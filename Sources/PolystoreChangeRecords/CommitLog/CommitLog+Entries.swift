import PolystoreModel
import PolystoreStorage

extension CommitLog {
    /// Visits the entries in their order, up to the first that is not whole.
    ///
    /// - Throws: What the visit throws, and what cannot be read.
    /// - Complexity: Linear in the bytes of the log; 256 KiB are held.
    package func entries(_ visit: (CommitLogEntry) throws(StoreError) -> Void) throws(StoreError) {
        let (identifier, generation) = state.read { ($0.header.identifier, $0.header.generation) }
        var offset = CommitLogFormat.firstEntry
        while let entry = try CommitLogEntry.read(at: offset, identifier, generation, file.read(at:count:)) {
            guard try isWhole(entry) else { return }
            try visit(entry)
            offset = entry.end
        }
    }

    private func isWhole(_ entry: CommitLogEntry) throws(StoreError) -> Bool {
        var (offset, rest, checksum) = (entry.bodyOffset, entry.bodySize, UInt32(0))
        while rest > 0 {
            let bytes = try file.read(at: offset, count: min(rest, 256 << 10))
            guard !bytes.isEmpty else { return false }
            checksum = bytes.withUnsafeBytesTyped { CRC32C.sum($0, after: checksum) }
            offset += bytes.count
            rest -= bytes.count
        }
        return checksum == entry.bodyChecksum
    }

    /// Reads what an entry changes, in the order in which it was applied.
    ///
    /// - Parameters:
    ///   - entry: An entry of this log.
    ///   - model: The reader's model.
    ///   - stores: Open stores: the rows of each are laid out as it lays out rows.
    ///   - visit: Takes one change set after another.
    /// - Throws: What reading a change set throws.
    /// - Complexity: One change set is held at a time, unless the caller keeps them.
    package func changeSets(
        of entry: CommitLogEntry, as model: ManagedObjectModel, for stores: [any PersistentStore],
        _ visit: (ChangeSet) throws(StoreError) -> Void
    ) throws(StoreError) {
        let reader = LogBodyReader(file, entry)
        for _ in 0..<entry.changeSetCount {
            let changes: ChangeSet
            do throws(ChangeSetError) {
                changes = try ChangeSet(decoding: { try reader.read(into: $0) }, as: model, for: stores)
            } catch {
                throw StoreError(
                    .damaged, [.path: path, .offset: "\(entry.offset)", .reason: "an entry of the commit log"],
                    cause: error)
            }
            try visit(changes)
        }
    }
}
