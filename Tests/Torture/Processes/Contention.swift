import Foundation
import Polystore
import PolystoreRandom

/// Processes on the same stores that are killed at random moments, those that hold the stores above all.
final class Contention {
    private let stores: TortureStores
    private let locking: Locking
    private let folder: URL
    private let journal: EventJournal
    private var oracle = ContentionOracle()
    private var random: RandomSource
    private var processes: [Int: ChildProcess] = [:]
    private var lastNumber = 0

    private static let parent = 0
    /// How long the stores may lie there before a process has them, in milliseconds.
    private static let patience = 30_000

    init(_ stores: TortureStores, _ locking: Locking, _ folder: URL, _ random: RandomSource) throws {
        (self.stores, self.locking, self.folder, self.random) = (stores, locking, folder, random)
        try StorePath.make(folder, stores: stores.kinds.count)
        journal = try EventJournal(folder.appendingPathComponent("journal"), process: Self.parent)
    }

    deinit { for process in processes.values { Self.end(process) } }

    private static func end(_ process: ChildProcess) {
        process.kill()
        _ = process.wait()
    }

    /// Lets processes contend until one of them is killed.
    func killOne() throws {
        if processes.isEmpty { for _ in 0..<(2 + random.below(7)) { try start() } }
        // Some kills come upon each other, so that a recovery is killed as well.
        if !random.chance(4) { try waitForWriter() }
        ChildProcess.pause(microseconds: random.below(20_000))
        try takeEvents()
        guard let any = processes.keys.sorted().randomElement(using: &random) else { return }
        let victim = random.chance(4) ? any : oracle.holder ?? any
        try kill(victim)
        try start()
        try takeEvents()
    }

    private func start() throws {
        lastNumber += 1
        processes[lastNumber] = try ChildProcess(
            arguments: [
                "contender", TortureStores.backends(stores.kinds), folder.path, "\(lastNumber)",
                "\(random.next() >> 1)", locking.rawValue,
            ])
    }

    private func kill(_ number: Int) throws {
        guard let process = processes.removeValue(forKey: number) else { return }
        try journal.append(.killed, of: number)
        Self.end(process)
    }

    /// Waits until some process has opened the stores, which the others left or were killed with.
    private func waitForWriter() throws {
        let before = oracle.opened
        var rest = Self.patience
        while oracle.opened == before || oracle.holder == nil {
            guard rest > 0 else { throw Violation("no process has opened the stores for \(Self.patience) ms") }
            ChildProcess.pause(microseconds: 1_000)
            rest -= 1
            try takeEvents()
        }
    }

    private func takeEvents() throws {
        for (process, event) in try journal.take() { try oracle.take(event, of: process) }
        for (number, process) in processes where process.read(waiting: 0) == .end {
            processes[number] = nil
            throw Violation("process \(number) ended: \(process.wait() ?? "without an error")")
        }
    }

    /// Kills all processes, and looks at what they left.
    func settle() throws {
        for number in processes.keys.sorted() { try kill(number) }
        try takeEvents()
        let container = try stores.open(folder.appendingPathComponent("stores"), lockTimeout: .zero)
        do {
            let saves = NumberedSaves(stores: stores.kinds.count)
            let last = try saves.last(in: container.newConfinedContext())
            try oracle.take(.opened(last), of: Self.parent)
            try stores.check(container)
            try requireNoReaders()
            try requireSpace()
            try openBeside(last)
        } catch {
            // The first error is the one to report.
            try? container.close()
            throw error
        }
        try oracle.take(.closes, of: Self.parent)
        try container.close()
        try openAlone()
    }

    /// The readers that were killed are no readers any more.
    private func requireNoReaders() throws {
        let (own, place) = ("\(ProcessInfo.processInfo.processIdentifier)", folder.appendingPathComponent("stores"))
        // SQLite's readers have locks, which go with the process.
        for (kind, description) in zip(stores.kinds, stores.descriptions(in: place)) where kind == .lmdb {
            let table = try kind.type.readers(of: description)?.table ?? []
            let processes = table.compactMap { $0.split(separator: " ").first }.filter { Int($0) != nil }
            guard processes.allSatisfy({ $0 == own }) else {
                throw Violation("\(description.name) has readers of processes that were killed: \(table)")
            }
        }
    }

    /// Few objects need little space, whatever was killed with a snapshot: what some dozens of saves of large values leave.
    private func requireSpace() throws {
        let place = folder.appendingPathComponent("stores")
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
            let file = place.appendingPathComponent(name).path
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            guard size <= 32 << 20 else { throw Violation("\(name) has \(size) bytes") }
        }
    }

    /// Other processes find stores that this one writes, under each of their names.
    private func openBeside(_ last: Int64) throws {
        for path in StorePath.known(in: folder) where path != .relative && path != .detour {
            try require(path.folder(folder), .readWrite, nil)
            try require(path.folder(folder), .readOnly, last)
        }
        let hard = try StorePath.makeHardLinks(folder, stores: stores.kinds.count)
        try require(hard, .readWrite, nil)
        try require(hard, .readOnly, nil)
        try FileManager.default.removeItem(at: hard)
    }

    /// Stores that were closed are opened under another name of their files, and under the first one again.
    private func openAlone() throws {
        let last = oracle.returned
        let hard = try StorePath.makeHardLinks(folder, stores: stores.kinds.count)
        try require(hard, .readOnly, last)
        try FileManager.default.removeItem(at: hard)
        try require(StorePath.folderLink.folder(folder), .readOnly, last)
    }

    private func require(_ place: URL, _ access: StoreOpening.Access, _ expected: Int64?) throws {
        let found = try Opener.open(stores, place, access)
        guard found == expected else {
            func text(_ number: Int64?) -> String { number.map { "finds save \($0)" } ?? "is told that they are held" }
            throw Violation(
                "a process that opens \(place.lastPathComponent) \(access.rawValue) \(text(found)), and not: \(text(expected))"
            )
        }
    }
}
