import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// A process that saves until it is killed, and writes down each save that returned.
struct KilledWriter {
    private let store: TestStore
    private let journal: FileHandle
    private let round: Int64

    init(_ folder: URL, _ round: Int64) throws {
        store = try TestStore(folder: folder)
        let url = KilledWriter.journal(folder)
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        journal = try FileHandle(forWritingTo: url)
        try journal.seekToEnd()
        self.round = round
    }

    private static func journal(_ folder: URL) -> URL { folder.appending(path: "journal") }

    /// Saves without an end; the process is killed some seconds after the first save.
    ///
    /// Each save inserts three rows; a second one changes them.
    func run(for life: Double) throws {
        var save = round * 100_000
        while true {
            let keys = try store.store.reserveKeys(store.entity("Tag").rootNumber, count: 3)
            let rows = try keys.map { try store.row("Tag", $0, ["label": .string("\(save)")]) }
            var changes = try store.changes(inserting: rows)
            changes.metadata = ["save": "\(save)"]
            try store.save(changes)
            try journal.write(contentsOf: Data("\(save) \(keys.upperBound - 1)\n".utf8))
            if save == round * 100_000 {
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: life)
                    kill(getpid(), SIGKILL)
                }
            }
            for row in rows {
                row.setVersion(1)
                try store.set(row, "label", .string("\(save)"))
            }
            try store.save(store.changes(updating: rows))
            save += 1
        }
    }

    /// What was written down: saves, each with the last key that it took.
    private static func lines(_ folder: URL) throws -> [(save: Int64, key: Int64)] {
        // The last line may be cut off.
        try String(decoding: Data(contentsOf: journal(folder)), as: UTF8.self).split(separator: "\n").compactMap {
            let numbers = $0.split(separator: " ").compactMap { Int64($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
    }

    /// The saves that returned.
    static func acknowledged(in folder: URL) throws -> Set<Int64> { Set(try lines(folder).map(\.save)) }

    /// The highest key that was used.
    static func lastKey(in folder: URL) throws -> Int64 { try lines(folder).map(\.key).max() ?? 0 }

    /// The saves whose rows are there, each with the number of its rows.
    static func saves(_ store: TestStore) throws -> [Int64: Int] {
        var found: [Int64: Int] = [:]
        try store.snapshot().rows(store.store.plan(store.query("Tag"))) { batch in
            for row in batch {
                if case .string(let text) = row.value(for: PropertyKey("label")), let save = Int64(text) {
                    found[save, default: 0] += 1
                }
            }
            return true
        }
        return found
    }
}
