/// Where the redo log lies in a file: a value of the table of tables that has pages of its own, so that the file stays one
/// of the library's and every sync of it is a sync of the log.
///
/// The value is made once and never put again, so its pages stay where they are; what it holds is written over in place.
/// Behind the rest of its first page it has two slots, which begin with a page each.
struct RedoPlace: Hashable, Sendable {
    /// The first of its pages.
    let page: UInt64
    let pageSize: Int

    /// Its name in the table of tables.
    static let name = Array("redo".utf8)
    /// The length of a slot: the longest record.
    static let slotLength = 32 << 10

    /// The length of the value in a file with pages of some length.
    static func valueLength(_ pageSize: Int) -> Int { pageSize - LMDBFormat.header + 2 * slotLength }

    /// Where what makes a transaction's state the last one lies in the file: its trees, the last page and its number.
    func offset(ofState transaction: UInt64) -> Int { Int(transaction % 2) * pageSize + 40 }

    /// The length of what makes a state.
    static let stateLength = LMDBMeta.length - 40

    /// Where the record of a transaction lies in the file.
    ///
    /// Two slots are enough: when a transaction is written over the last but one before it, the one between has put on the
    /// disk that that one is the last state.
    func offset(of transaction: UInt64) -> Int {
        (Int(page) + 1) * pageSize + Int(transaction % 2) * Self.slotLength
    }
}
