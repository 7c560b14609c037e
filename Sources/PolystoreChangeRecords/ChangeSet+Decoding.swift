import PolystoreModel
import PolystoreStorage

extension ChangeSet {
    /// Reads the record of a change set, which a program with an earlier version of the model may have written.
    ///
    /// Entities and properties are found by their renaming identifiers and names, as migrations find them. What the model
    /// has not any more is left out and listed in `omissions`; what the record does not know yet has its default value in
    /// new rows, and in changed rows the value that an open store has.
    ///
    /// - Parameters:
    ///   - source: Fills memory with the next bytes of the record, and returns how many there were: fewer than there is room
    ///     for only at the end. Nothing is read beyond the end of the record.
    ///   - model: The reader's model.
    ///   - stores: Stores that are open. The rows of each are laid out as it lays out rows, so that it can apply them; those
    ///     of other stores have layouts of the record's own.
    /// - Throws: `damaged` or `truncated` with the offset of the frame; `unsupportedFormat`; `incompatible` when a property
    ///   of the model cannot hold what the record says; `unreadable` when the source or a store throws.
    /// - Complexity: Linear in the bytes, of which one message is held beside the rows.
    public init(
        decoding source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int, as model: ManagedObjectModel,
        for stores: [any PersistentStore] = []
    ) throws(ChangeSetError) {
        var decoder = ChangeSetDecoder(source, model, stores)
        self = try decoder.decode()
    }

    /// Reads a record that lies in memory, with nothing behind it.
    ///
    /// - Throws: The errors of reading from a source; `damaged` when something lies behind the record.
    public init(
        decoding bytes: [UInt8], as model: ManagedObjectModel, for stores: [any PersistentStore] = []
    ) throws(ChangeSetError) {
        var position = 0
        try self.init(
            decoding: { room in
                let count = Swift.min(room.count, bytes.count - position)
                room.copyBytes(from: bytes[position..<(position + count)])
                position += count
                return count
            }, as: model, for: stores)
        guard position == bytes.count else {
            throw ChangeSetError(.damaged, [.offset: "\(position)", .reason: "bytes behind the record"])
        }
    }
}
