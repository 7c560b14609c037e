import Foundation
import PolystoreModel

@testable import PolystoreChangeRecords
@testable import PolystoreStorage

/// A commit log in a folder of its own, which goes with the fixture, and saves to put into it.
final class LogFixture {
    let folder: URL
    let path: String
    let identifier = UUID()
    let stores = [UUID(), UUID()]
    let model: RecordModel

    init() throws {
        model = try RecordModel()
        folder = FileManager.default.temporaryDirectory.appending(path: "commit-log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = StoreFiles(folder.appending(path: "commit.log")).path
        try CommitLog.create(
            path,
            CommitLogHeader(
                identifier: identifier,
                members: stores.enumerated().map { .init(store: $1, name: "store \($0)", commit: 0) }))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The changes of a save with so many bytes of text in each store.
    func changes(_ number: JointNumber, size: Int = 10) -> ChangeSet {
        var changes = ChangeSet()
        for (index, store) in stores.enumerated() {
            var part = StoreChanges()
            part.metadata = ["save": "\(number)", "text": String(repeating: "\(index)", count: size)]
            changes[StoreNumber(interning: store)] = part
        }
        return changes
    }

    @discardableResult
    func append(to log: CommitLog, size: Int = 10, sets: Int = 1) throws -> CommitLog.Position {
        let number = log.nextNumber()
        return try log.append(
            number, stores.map { .init(store: $0, commit: number * 10) },
            (0..<sets).map { changes(number, size: size + $0) })
    }

    /// What the log at a path holds: the number of each entry, and how its changes read.
    func contents(of path: String? = nil) throws -> [JointNumber: [String]] {
        let log = try CommitLog.open(path ?? self.path, writes: false)
        var found: [JointNumber: [String]] = [:]
        try log.entries { (entry) throws(StoreError) in
            var texts: [String] = []
            try log.changeSets(of: entry, as: model.model, for: []) { (changes) throws(StoreError) in
                for part in changes.values {
                    let (save, text) = (part.metadata["save"] ?? nil, part.metadata["text"] ?? nil)
                    texts.append("\(save ?? "-") \(text?.count ?? 0)")
                }
            }
            found[entry.number] = texts
        }
        return found
    }

    var bytes: [UInt8] { get throws { Array(try Data(contentsOf: URL(filePath: path))) } }

    /// A file with other bytes beside the log.
    func file(_ bytes: [UInt8], _ name: String = "other.log") throws -> String {
        let url = folder.appending(path: name)
        try Data(bytes).write(to: url)
        return StoreFiles(url).path
    }
}
