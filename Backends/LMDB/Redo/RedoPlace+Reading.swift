import PolystoreStorage

extension RedoPlace {
    /// The whole record that makes the state behind the last one, if there is one.
    ///
    /// A record that follows a transaction of the same number, but another state, is of a time that the file does not come
    /// from, as in one that another program has compacted, where transactions are counted anew.
    func record(behind last: UInt64, in file: FileReader) throws(StoreError) -> RedoRecord? {
        guard let record = try anyRecord(inSlotOf: last + 1, of: file), record.transaction == last + 1 else {
            return nil
        }
        return record.base == RedoRecord.mark(try state(last, in: file)) ? record : nil
    }

    /// The whole record in the slot of a transaction, whatever it follows.
    func anyRecord(inSlotOf transaction: UInt64, of file: FileReader) throws(StoreError) -> RedoRecord? {
        RedoRecord(try file.bytes(from: offset(of: transaction), count: Self.slotLength))
    }

    /// What makes a transaction's state the last one: the library's bytes, whole.
    func state(_ transaction: UInt64, in file: FileReader) throws(StoreError) -> [UInt8] {
        try file.bytes(from: offset(ofState: transaction), count: Self.stateLength)
    }
}
