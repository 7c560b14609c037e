import Foundation
import PolystoreRecordLayer
import PolystoreStorage
import Synchronization

/// The plainest engine in a file: everything is in memory, and a commit writes the whole file anew.
final class SnapshotFile: EngineFile {
    typealias Table = [[UInt8]: PlainBytes]

    static let limits = EngineLimits(maximumKeyLength: 1 << 16, maximumValueLength: 1 << 30, isDurable: true)
    static let options = [StoreType.Option("patience", .count, in: 1...9, "Nothing; an option to be checked.")]
    static let companions = ["-old"]

    private let opening: EngineOpening
    private let tables: Mutex<[EngineTable: Table]>
    private let commits = Atomic(0)

    init(_ opening: EngineOpening) throws(StoreError) {
        self.opening = opening
        tables = Mutex(opening.access == .create ? [:] : try Self.read(opening.path))
        if opening.access == .create { try save([:]) }
    }

    func beginReading() -> PlainView {
        let commit = commits.load(ordering: .relaxed)
        return PlainView(
            tables.withLock { $0 }, laterCommits: { [self] in commits.load(ordering: .relaxed) - commit }
        ) { _ in }
    }

    func beginWriting(_ durability: Durability) -> PlainView {
        PlainView(tables.withLock { $0 }) { [self] (written) throws(StoreError) in
            try save(written)
            tables.withLock { $0 = written }
            commits.add(1, ordering: .relaxed)
        }
    }

    func synchronize() {}

    func copy(to path: String) throws(StoreError) { try Self.write(tables.withLock { $0 }, path) }

    private func save(_ tables: [EngineTable: Table]) throws(StoreError) { try Self.write(tables, opening.path) }

    private static let magic: [UInt8] = Array("plain\n".utf8)

    private static func write(_ tables: [EngineTable: Table], _ path: String) throws(StoreError) {
        var bytes = magic
        func append(_ part: some Collection<UInt8>) {
            withUnsafeBytes(of: UInt32(part.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part)
        }
        for (table, entries) in tables {
            for (key, value) in entries {
                bytes.append(table.rawValue)
                append(key)
                append(value.bytes)
            }
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw StoreError(.inputOutput, [.path: path], cause: error)
        }
    }

    private static func read(_ path: String) throws(StoreError) -> [EngineTable: Table] {
        guard let bytes = FileManager.default.contents(atPath: path).map({ [UInt8]($0) }), bytes.starts(with: magic)
        else { throw StoreError(.foreign, [.path: path]) }
        var tables: [EngineTable: Table] = [:]
        var rest = bytes.dropFirst(magic.count)
        func part() throws(StoreError) -> [UInt8] {
            guard rest.count >= 4 else { throw StoreError(.damaged, [.path: path]) }
            let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= count else { throw StoreError(.damaged, [.path: path]) }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        while let number = rest.popFirst() {
            guard let table = EngineTable(rawValue: number) else { throw StoreError(.damaged, [.path: path]) }
            let key = try part()
            tables[table, default: [:]][key] = PlainBytes(try part())
        }
        return tables
    }
}
