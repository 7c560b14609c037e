import CPolystoreLMDB
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

/// A walk through a range of a table, some entries at a time: entries stay where they lie in the map.
struct LMDBScan {
    /// An entry of a range.
    typealias Entry = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    /// How many entries are fetched at a time at most.
    static let largestStep = 64

    private let environment: LMDBEnvironment
    private let cursor: OpaquePointer
    private let range: KeyRange
    private let direction: ScanDirection
    private var hasBegun = false
    private var hasEnded = false
    private var step = 4

    /// Opens a cursor, which `close` gives back.
    init(
        _ view: LMDBView, _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) {
        environment = view.environment
        self.range = range
        self.direction = direction
        var cursor: OpaquePointer?
        try environment.check(mdb_cursor_open(view.transaction, environment.table(table), &cursor))
        guard let cursor else { throw StoreError(.inputOutput) }
        self.cursor = cursor
    }

    func close() { mdb_cursor_close(cursor) }

    /// Replaces entries by the next ones, none at the end; more are fetched each time, because most scans are short.
    mutating func fill(_ entries: inout [Entry]) throws(StoreError) {
        entries.removeAll(keepingCapacity: true)
        var (key, value) = (MDB_val(), MDB_val())
        while !hasEnded, entries.count < step {
            let result = advance(&key, &value)
            if result == MDB_NOTFOUND || (result == MDB_SUCCESS && !isInside(key.bytes)) {
                hasEnded = true
                break
            }
            try environment.check(result)
            entries.append((key.bytes, value.bytes))
        }
        step = min(step * 4, Self.largestStep)
    }

    /// The number of entries, or the limit if there are more.
    mutating func count(limit: Int) throws(StoreError) -> Int {
        var count = 0
        var (key, value) = (MDB_val(), MDB_val())
        while count < limit {
            let result = advance(&key, &value)
            if result == MDB_NOTFOUND || (result == MDB_SUCCESS && !isInside(key.bytes)) { break }
            try environment.check(result)
            count += 1
        }
        return count
    }

    private mutating func advance(_ key: inout MDB_val, _ value: inout MDB_val) -> Int32 {
        guard !hasBegun else {
            return mdb_cursor_get(cursor, &key, &value, direction == .forward ? MDB_NEXT : MDB_PREV)
        }
        hasBegun = true
        guard direction == .backward else {
            if range.lower.isEmpty { return mdb_cursor_get(cursor, &key, &value, MDB_FIRST) }
            return seek(range.lower, &key, &value)
        }
        // Behind everything that is in the range, then a step back.
        if let upper = range.upper, !upper.isEmpty {
            let result = seek(upper, &key, &value)
            if result != MDB_NOTFOUND {
                return result == MDB_SUCCESS ? mdb_cursor_get(cursor, &key, &value, MDB_PREV) : result
            }
        } else if range.upper != nil {
            return MDB_NOTFOUND
        }
        return mdb_cursor_get(cursor, &key, &value, MDB_LAST)
    }

    /// Goes to the first key that is not smaller than some bytes.
    private func seek(_ bytes: [UInt8], _ key: inout MDB_val, _ value: inout MDB_val) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            key = MDB_val(bytes)
            let result = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
            // The cursor may leave the key as it was given, which ends with this closure.
            return result == MDB_SUCCESS ? mdb_cursor_get(cursor, &key, &value, MDB_GET_CURRENT) : result
        }
    }

    @inline(__always)
    private func isInside(_ key: UnsafeRawBufferPointer) -> Bool {
        switch direction {
        case .forward: range.upper.map { key.precedes($0) } ?? true
        case .backward: range.lower.isEmpty || !key.precedes(range.lower)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes come before others, compared as unsigned bytes.
    @inline(__always)
    fileprivate func precedes(_ other: [UInt8]) -> Bool {
        other.withUnsafeBytes { other in
            guard let left = baseAddress, let right = other.baseAddress else { return count < other.count }
            let order = memcmp(left, right, Swift.min(count, other.count))
            return order == 0 ? count < other.count : order < 0
        }
    }
}
