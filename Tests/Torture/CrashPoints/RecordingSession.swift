import Foundation
import Polystore
import PolystoreRandom

/// A program over some stores whose calls are recorded.
final class RecordingSession {
    let stores: TortureStores
    let folder: URL
    private var recorder: DiskRecorder
    private let before: Recording.Promise
    private var saves: RandomSaves
    private var states: [Recording.State] = []
    private var container: PersistentContainer?
    private var copies: [Recording.Copy] = []

    /// Begins to record in a folder.
    ///
    /// - Parameters:
    ///   - stores: The stores, which lie in the folder or are made there.
    ///   - folder: The folder.
    ///   - random: What saves are made of.
    ///   - origin: The recording whose crash left the folder, and after how many calls; nil for an empty folder.
    ///   - largestValue: How many bytes a large value has, at most.
    /// - Throws: What keeps the folder from being read, or empty stores from being made.
    init(
        _ stores: TortureStores, in folder: URL, _ random: RandomSource, origin: (Recording, calls: Int)? = nil,
        largestValue: Int? = nil
    ) throws {
        self.stores = stores
        self.folder = folder
        if let (recording, calls) = origin {
            before = recording.promise(after: calls)
        } else {
            let empty = try Self.emptyGraph(stores, beside: folder)
            before = Recording.Promise(graphs: [empty.graph], raw: empty.raw.map { [$0] }, mayBeUnmade: true)
        }
        saves = RandomSaves(stores, random)
        if let largestValue { saves.largestValue = largestValue }
        recorder = try DiskRecorder(folder)
    }

    /// What is in stores that were just made.
    private static func emptyGraph(_ stores: TortureStores, beside folder: URL) throws -> Recording.State {
        let place = folder.appendingPathExtension("empty")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer {
            // The folder of all trials is removed at the end.
            try? FileManager.default.removeItem(at: place)
        }
        let container = try stores.open(place)
        let state = Recording.State(
            graph: try GraphChecksum(container, stores), raw: try raw(stores, place), required: [], settled: 0)
        try container.close()
        return state
    }

    /// Opens the stores; the first time, what is found must be what may be there.
    func open() throws {
        if states.isEmpty { DiskRecorder.mark(0) }
        let container = try stores.open(folder)
        self.container = container
        guard states.isEmpty else { return }
        let graph = try GraphChecksum(container, stores)
        guard before.graphs.contains(graph) else { throw Violation("opening found another state than may be there") }
        let required = stores.kinds.map { _ in -1 }
        states = [Recording.State(graph: graph, raw: try Self.raw(stores, folder), required: required, settled: 0)]
        DiskRecorder.mark(1)
    }

    /// Makes random saves.
    func save(_ count: Int) throws {
        guard let container else { return }
        let context = container.newConfinedContext()
        for _ in 0..<count {
            try saves.change(context)
            try save(context, container)
        }
    }

    /// Saves to one store, and then to all of them, so many times, and to one at the end.
    ///
    /// Without inserts no keys are given out, which closing would have to give back in a commit of its own.
    func saveInTurns(_ count: Int, inserts: Bool = true) throws {
        guard let container else { return }
        let context = container.newConfinedContext()
        let all = Array(stores.kinds.indices)
        for number in 0...count {
            try saves.change(context, [number % all.count], inserts: inserts)
            try save(context, container)
            if number == count { return }
            try saves.change(context, all, inserts: inserts)
            try save(context, container)
        }
    }

    private func save(_ context: ManagedObjectContext, _ container: PersistentContainer) throws {
        let number = states.count
        // Beside the save other commits may be made that change nothing, for the disk.
        let touched = Set(
            (context.insertedObjects + context.updatedObjects + context.deletedObjects).map(\.entity.name))
        let before = try commits(container)
        DiskRecorder.mark(2 * number)
        try context.save()
        // The recorder is told before anything else is done, so that what has to be there is not told too late.
        DiskRecorder.mark(2 * number + 1)
        let after = try commits(container)
        let isJoint = stores.kinds.indices.contains { before[$0].joint != after[$0].joint }
        let changed = stores.kinds.indices.filter {
            before[$0].number != after[$0].number && touched.contains(TortureStores.entity($0))
        }
        var (required, settled) = (states[number - 1].required, number)
        if stores.durability == .full {
            if !isJoint, changed.count == 1 { required[changed[0]] = number }
        } else if !isJoint {
            // The log has a save of several stores, and the disk has what such a save follows.
            settled = states[number - 1].settled
        }
        states.append(
            Recording.State(
                graph: try GraphChecksum(container, stores), raw: try Self.raw(stores, folder), required: required,
                settled: settled))
    }

    /// The last commit of each store, and the number of its last save over several.
    private func commits(_ container: PersistentContainer) throws -> [(number: UInt64, joint: UInt64)] {
        try stores.kinds.indices.map { index in
            guard let store = container.coordinator.store(named: TortureStores.file(index)) else {
                throw Violation("there is no store \(index)")
            }
            return (UInt64(try store.store.newestCommit()), UInt64(try store.metadata.joint?.number ?? 0))
        }
    }

    /// What the libraries find in the files of the open stores; the log may be emptied meanwhile, which changes no rows.
    private static func raw(_ stores: TortureStores, _ folder: URL) throws -> [UInt32] {
        try stores.kinds.enumerated().map { index, kind in
            let path = folder.appendingPathComponent(TortureStores.file(index)).path
            var last = try RawStore.checksum(kind, path)
            while true {
                let next = try RawStore.checksum(kind, path)
                if next == last { return next }
                last = next
            }
        }
    }

    /// Copies all stores beside those that are open, or makes a backup of them.
    func copy(isBackup: Bool = false) throws {
        guard let container else { return }
        let copy = Recording.Copy(
            isBackup: isBackup, folder: "copy\(copies.count)", state: states.count - 1, mark: -1 - copies.count)
        let place = folder.appendingPathComponent(copy.folder)
        if isBackup {
            try container.backup(to: place)
        } else {
            try container.copy(to: stores.descriptions(in: place))
        }
        DiskRecorder.mark(copy.mark)
        copies.append(copy)
    }

    /// Brings the last backup back, in the place of the stores, and opens them.
    func restore() throws {
        guard let backup = copies.last(where: \.isBackup) else { return }
        try close()
        let number = states.count
        DiskRecorder.mark(2 * number)
        try stores.restore(folder.appendingPathComponent(backup.folder), to: folder)
        DiskRecorder.mark(2 * number + 1)
        states.append(
            Recording.State(
                graph: states[backup.state].graph, raw: try Self.raw(stores, folder),
                required: stores.kinds.map { _ in number }, settled: number, backup: backup.folder))
        try open()
    }

    func close() throws {
        guard let container, var state = states.last else { return }
        self.container = nil
        (state.settled, state.backup) = (states.count, nil)
        DiskRecorder.mark(2 * states.count)
        try container.close()
        DiskRecorder.mark(2 * states.count + 1)
        states.append(state)
    }

    /// Ends recording; what was recorded gives the files as they are, byte for byte.
    func finish() throws -> Recording {
        try close()
        let calls = try recorder.finish()
        let recording = Recording(
            initial: recorder.initial, calls: calls, before: before, states: states,
            copies: copies)
        var disk = SimulatedDisk(recording.initial)
        for call in calls { disk.take(call) }
        let differences = disk.image(.everything).differences(from: try FolderTree(of: folder))
        guard differences.isEmpty else {
            throw Violation("what was recorded is not what was done: \(differences.joined(separator: ", "))")
        }
        return recording
    }
}
