import CPolystoreLMDB
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

/// A walk through a range of a table: entries stay where they lie in the map.
// SAFETY: used by one call at a time, which the holder of its transaction ensures.
final class LMDBScan: EngineScan, @unchecked Sendable {
    private let results: LMDBResults
    private let cursor: OpaquePointer
    private let range: KeyRange
    private let direction: ScanDirection
    private var hasBegun = false
    private var hasEnded = false

    /// Takes a cursor, which `end` gives back.
    init(_ results: LMDBResults, _ cursor: OpaquePointer, _ range: KeyRange, _ direction: ScanDirection) {
        self.results = results
        self.cursor = cursor
        self.range = range
        self.direction = direction
    }

    func end() { mdb_cursor_close(cursor) }

    func append(_ limit: Int, to entries: inout [Entry]) throws(StoreError) {
        var (key, value) = (MDB_val(), MDB_val())
        let end = entries.count + limit
        while entries.count < end, try goOn(&key, &value) { entries.append((key.bytes, value.bytes)) }
    }

    func count(_ limit: Int) throws(StoreError) -> Int {
        var (key, value) = (MDB_val(), MDB_val())
        var count = 0
        while count < limit, try goOn(&key, &value) { count += 1 }
        return count
    }

    /// Goes to the next entry of the range; false at its end.
    @inline(__always)
    private func goOn(_ key: inout MDB_val, _ value: inout MDB_val) throws(StoreError) -> Bool {
        guard !hasEnded else { return false }
        let result = advance(&key, &value)
        if result == MDB_NOTFOUND || (result == MDB_SUCCESS && !isInside(key.bytes)) {
            hasEnded = true
            return false
        }
        try results.check(result)
        return true
    }

    private func advance(_ key: inout MDB_val, _ value: inout MDB_val) -> Int32 {
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
