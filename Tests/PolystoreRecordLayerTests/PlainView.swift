import PolystoreRecordLayer
import PolystoreStorage

/// A transaction on copies of the tables.
// SAFETY: calls do not overlap, as the protocol says.
final class PlainView: EngineWriting, @unchecked Sendable {
    typealias Tables = [EngineTable: SnapshotFile.Table]

    private var tables: Tables
    /// What was replaced or removed, which may have been handed out.
    private var replaced: [PlainBytes] = []
    private let keep: (Tables) throws(StoreError) -> Void
    private let laterCommits: () -> Int

    init(
        _ tables: Tables, laterCommits: @escaping () -> Int = { 0 },
        _ keep: @escaping (Tables) throws(StoreError) -> Void
    ) {
        self.tables = tables
        self.keep = keep
        self.laterCommits = laterCommits
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        tables[table]?[Array(key)]?.bytes
    }

    func entries(_ table: EngineTable) -> Int? { tables[table]?.count ?? 0 }

    func scan(_ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection) -> any EngineScan {
        let found = (tables[table] ?? [:]).filter { key, _ in
            !key.lexicographicallyPrecedes(range.lower)
                && range.upper.map { key.lexicographicallyPrecedes($0) } ?? true
        }
        let sorted = found.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let entries = sorted.map { (PlainBytes($0.key), $0.value) }
        return PlainScan(direction == .forward ? entries : entries.reversed())
    }

    func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, replaces: Bool
    ) -> Bool {
        if !replaces, tables[table]?[Array(key)] != nil { return false }
        if let old = tables[table, default: [:]].updateValue(PlainBytes(value), forKey: Array(key)) {
            replaced.append(old)
        }
        return true
    }

    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> Bool {
        guard let old = tables[table, default: [:]].removeValue(forKey: Array(key)) else { return false }
        replaced.append(old)
        return true
    }

    func nested() -> PlainView {
        PlainView(tables) { [self] (written) throws(StoreError) in
            replaced.append(contentsOf: tables.values.flatMap(\.values))
            tables = written
        }
    }

    /// A copy of everything for each later commit.
    func retainedBytes() -> Int {
        let bytes = tables.values.joined().reduce(0) { $0 + $1.key.count + $1.value.bytes.count }
        return bytes * laterCommits()
    }

    func commit() throws(StoreError) { try keep(tables) }

    func end() {}
}
