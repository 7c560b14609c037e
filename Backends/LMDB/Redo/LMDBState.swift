import Foundation
import PolystoreStorage

/// What makes a state of a file the last one, as it lies in one of the two pages that say so: size of the map, trees, last
/// page and transaction.
struct LMDBState: Hashable, Sendable {
    /// Where it lies in such a page.
    static let offset = 32
    static let length = LMDBMeta.length - offset
    private static let pageSizeOffset = 8
    private static let transactionOffset = length - 8

    private(set) var bytes: [UInt8]

    /// Takes the bytes of a state; nil when there are too few.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads what a file says of a transaction's state, beside which nobody writes.
    init(_ transaction: UInt64, of file: FileReader, pageSize: Int, path: String) throws(StoreError) {
        let offset = Self.place(transaction, pageSize: pageSize)
        guard let state = LMDBState(try file.bytes(from: offset, count: Self.length)),
            state.transaction == transaction
        else { throw LMDBHead.damaged(path, "the first pages") }
        self = state
    }

    /// The number of the transaction that made it.
    var transaction: UInt64 { LMDBMeta.number(bytes, Self.transactionOffset) }

    /// The length of a page.
    var pageSize: Int { Int(LMDBMeta.number(bytes, Self.pageSizeOffset) as UInt32) }

    /// The greatest number of a transaction that a file with pages of this length says, whatever else it says.
    func newest(in file: FileReader) throws(StoreError) -> UInt64 {
        var newest: UInt64 = 0
        for page in [0, 1] as [UInt64] {
            let offset = Self.place(page, pageSize: pageSize) + Self.transactionOffset
            let bytes = try file.bytes(from: offset, count: 8)
            if bytes.count == 8 { newest = max(newest, LMDBMeta.number(bytes, 0)) }
        }
        return newest
    }

    /// The same state as if the transaction before had made it: what the other page may say beside this one's.
    var asBefore: LMDBState {
        var other = self
        withUnsafeBytes(of: transaction &- 1) { other.bytes.replaceSubrange(Self.transactionOffset..., with: $0) }
        return other
    }

    /// Where a transaction's state lies in a file: transactions write the two pages in turn.
    static func place(_ transaction: UInt64, pageSize: Int) -> Int { Int(transaction % 2) * pageSize + offset }
}
