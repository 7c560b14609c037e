import CPolystorePrefetch
import PolystoreModel
import PolystoreStorage

/// Finds batches of saves all of whose rows a scan meets one behind the other, so that they need not be copied.
///
/// It is told of each row in turn, and follows a batch from its first row on; it asks the engine for the batch of a row only
/// where a batch may begin.
struct WholeBatches {
    /// What becomes of a row.
    enum Verdict {
        /// It is to be copied.
        case alone
        /// It belongs to the batch that is followed.
        case followed
        /// It is the last one of the batch, which is complete.
        case complete(RowBatch)
        /// The batch that was followed does not go on here: its first rows, up to an offset, are to be copied. The row is to
        /// be asked for again, and is not the next one of anything then.
        case broken(RowBatch, Int)
    }

    private let reading: any OrderedReading
    private let root: UInt16
    private let layouts: LayoutTable
    /// The batch that is followed, and where its next row lies.
    private var batch: RowBatch?
    private var next = 0
    /// The memory of the batch that the row before lies in, if that is known: no batch begins as long as rows lie in it.
    private var within: Range<UInt>?
    /// How many rows are not asked for, and how many the next time: batches that are never whole are asked for less and less.
    private var pause = (left: 0, next: 1)

    private static let longestPause = 4096

    init(_ reading: any OrderedReading, _ root: UInt16, _ layouts: LayoutTable) {
        self.reading = reading
        self.root = root
        self.layouts = layouts
    }

    /// Says what becomes of the next row.
    @inline(__always)
    mutating func follow(_ row: RowView) -> Verdict {
        if let batch {
            if row.base == batch.memory + next { return goOn(batch) }
            self.batch = nil
            miss()
            return .broken(batch, next)
        }
        if pause.left > 0 {
            pause.left -= 1
            return .alone
        }
        return begin(row)
    }

    /// Ends the scan: says what was followed, and how far.
    mutating func end() -> (batch: RowBatch, end: Int)? {
        defer { batch = nil }
        return batch.map { ($0, next) }
    }

    @inline(__always)
    private mutating func goOn(_ batch: RowBatch) -> Verdict {
        next = batch.offset(behind: next)
        polystore_prefetch(batch.memory + (next - 8), 3)
        guard next > batch.byteCount else { return .followed }
        self.batch = nil
        pause.next = 1
        return .complete(batch)
    }

    private mutating func begin(_ row: RowView) -> Verdict {
        let address = UInt(bitPattern: row.base)
        if let within, within.contains(address) { return .alone }
        let found = RecordKey.with(root, row.key) { reading.batch($0) }
        guard let found, found.layouts === layouts else {
            within = nil
            miss()
            return .alone
        }
        let start = UInt(bitPattern: found.memory)
        within = start..<start + UInt(found.byteCount)
        next = 8
        guard address == start + 8 else {
            miss()
            return .alone
        }
        batch = found
        return goOn(found)
    }

    private mutating func miss() {
        pause = (pause.next - 1, min(2 * pause.next, Self.longestPause))
    }
}
