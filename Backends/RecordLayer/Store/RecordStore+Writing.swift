import Foundation
import PolystoreModel
import PolystoreStorage

extension RecordStore {
    /// Begins a transaction.
    public func begin(_ durability: Durability) throws(StoreError) {
        try checkOpen()
        guard !isReadOnly else { throw catalog.error(.readOnly) }
        guard writing.writer == nil else { throw catalog.error(.outOfOrder, [.reason: "a transaction is open"]) }
        try failing { () throws(StoreError) in
            writing.writer = RecordWriter(try engine.begin(durability), catalog, writing.reservations)
        }
    }

    /// Applies one save: checks versions and uniqueness on the state after the save, then keeps it.
    public func apply(_ changes: StoreChanges) throws(StoreError) {
        let writer = try currentWriter()
        try failing { () throws(StoreError) in
            try writer.apply(changes, user: published.withLock { $0.metadata.user })
        }
    }

    /// Writes the number of the commit, and the metadata when it changed.
    public func prepare() throws(StoreError) {
        let writer = try currentWriter()
        guard writing.watermark == nil else { return }
        let watermark = published.withLock { $0.metadata.watermark } + 1
        let metadata = changedMetadata(writer, watermark)
        try failing { () throws(StoreError) in
            if let metadata { try writer.putMetadata(MetadataKey.metadata, try RecordOpening.encode(metadata)) }
            try writer.putMetadata(MetadataKey.watermark, RecordOpening.encode(watermark))
            if let joint = writer.joint {
                try writer.putMetadata(MetadataKey.joint, joint.bytes)
                try (writer.transaction as? any RoomReserving)?.reserveRoom()
            }
        }
        writing.metadata = metadata
        writing.watermark = watermark
    }

    /// The metadata after the transaction; nil when it changes nothing of them but the number of the last commit.
    private func changedMetadata(_ writer: RecordWriter, _ watermark: CommitNumber) -> StoreMetadata? {
        let entries = peers.entries
        // Peers are only added.
        let isChanged =
            writer.userMetadata != nil || writer.domain != nil
            || published.withLock { $0.metadata.peers.count } != entries.count
        guard isChanged else { return nil }
        var metadata = published.withLock { $0.metadata }
        metadata.watermark = watermark
        metadata.peers = entries
        if let user = writer.userMetadata { metadata.user = user }
        if let change = writer.domain { metadata.domain = change.domain }
        return metadata
    }

    /// Commits and publishes; returns the number of the commit.
    public func commit() throws(StoreError) -> CommitNumber {
        try prepare()
        let writer = try currentWriter()
        guard let watermark = writing.watermark else { throw catalog.error(.outOfOrder) }
        let (metadata, joint) = (writing.metadata, writer.joint)
        endTransaction()
        try failing { () throws(StoreError) in try writer.transaction.commit() }
        published.withLock { state in
            if let metadata { state.metadata = metadata }
            state.metadata.watermark = watermark
            if let joint { state.metadata.joint = joint }
        }
        return watermark
    }

    /// Undoes the transaction; nothing happens when none is open.
    public func rollback() {
        writing.writer?.transaction.rollback()
        endTransaction()
    }

    private func endTransaction() {
        writing.writer = nil
        writing.metadata = nil
        writing.watermark = nil
    }

    /// Reserves keys in a transaction of its own.
    public func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        let (hierarchy, keys) = try inOwnTransaction { (writer) throws(StoreError) in
            let hierarchy = try number(of: root)
            let first = try writer.nextKey(hierarchy)
            let (end, overflow) = first.addingReportingOverflow(Int64(max(count, 0)))
            guard !overflow else {
                throw catalog.error(.keysUnavailable, [.entity: root.name, .reason: "the keys are used up"])
            }
            try writer.setNextKey(hierarchy, end)
            return (hierarchy, first..<end)
        }
        // Before the end of none, others may give back what they reserved.
        if !keys.isEmpty { writing.reservations[hierarchy] = keys }
        return keys
    }

    /// Gives back the end of the last reservation, if nothing was reserved or used after it.
    public func releaseKeys(_ root: RootNumber, from first: Int64) throws(StoreError) {
        try inOwnTransaction { (writer) throws(StoreError) in
            let number = try number(of: root)
            guard let last = writing.reservations[number], last.contains(first),
                try writer.nextKey(number) == last.upperBound
            else { return }
            try writer.setNextKey(number, first)
            writing.reservations[number] = nil
        }
    }

    private func number(of root: RootNumber) throws(StoreError) -> UInt16 {
        guard let number = catalog.number(of: root) else {
            throw catalog.error(.keysUnavailable, [.entity: root.name, .reason: "the entity does not live here"])
        }
        return number
    }

    /// Runs a closure in a transaction that changes no rows, so that the number of the last commit stays.
    private func inOwnTransaction<Result>(
        _ body: (RecordWriter) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try begin(.full)
        do throws(StoreError) {
            let writer = try currentWriter()
            let result = try body(writer)
            writing.writer = nil
            try failing { () throws(StoreError) in try writer.transaction.commit() }
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Runs a step of a transaction; an error that leaves the store's state unknown makes it refuse everything from
    /// then on.
    private func failing(_ step: () throws(StoreError) -> Void) throws(StoreError) {
        do throws(StoreError) {
            try step()
        } catch {
            // Damage that is told of one object leaves everything else known.
            if error.code == .inputOutput || error.code == .failed
                || (error.code == .damaged && error.details[.object] == nil)
            {
                published.withLock { $0.isFailed = true }
            }
            throw error
        }
    }

    private func currentWriter() throws(StoreError) -> RecordWriter {
        guard let writer = writing.writer else {
            throw catalog.error(.outOfOrder, [.reason: "no transaction is open"])
        }
        return writer
    }
}
