import Foundation
import Polystore
import PolystoreRandom

/// What has to hold of every image.
struct CrashOracle {
    let stores: TortureStores
    /// A folder for images.
    let folder: URL
    /// Whether the commit log is taken away, and the stores out of its domain: the negative control.
    var dropsLog = false

    private var place: URL { folder.appendingPathComponent("image") }

    /// Looks at an image; what it throws is a violation.
    func examine(_ image: FolderTree, _ recording: Recording, after calls: Int, checks: Bool) throws {
        let promise = recording.promise(after: calls)
        guard !dropsLog else {
            try image.write(to: place)
            return try examine(in: try withoutLog(), promise, checks: false)
        }
        try examineRaw(image, promise)
        try examineCopies(recording, after: calls)
        try image.write(to: place)
        try examine(in: place, promise, checks: checks)
    }

    /// Every acknowledged save of a store alone is there for the engine's own library, before anything of ours ran.
    private func examineRaw(_ image: FolderTree, _ promise: Recording.Promise) throws {
        let place = folder.appendingPathComponent("raw")
        try image.write(to: place)
        // Stores that are not all replaced are refused, and need not be anything by themselves.
        if promise.unfinished != nil, try isUnfinished(place) { return }
        for (index, kind) in stores.kinds.enumerated() {
            let path = place.appendingPathComponent(TortureStores.file(index)).path
            guard FileManager.default.fileExists(atPath: path) else {
                // Until the stores were opened for the first time, one may not have been made.
                if promise.mayBeUnmade { continue }
                throw Violation("\(kind.name) alone: store \(index) is not there")
            }
            guard promise.raw[index].contains(try RawStore.checksum(kind, path)) else {
                throw Violation(
                    "\(kind.name) alone: store \(index) has the rows of none of the \(promise.raw[index].count) states "
                        + "that may be there")
            }
        }
    }

    /// Whether a restore has left its marks beside stores.
    private func isUnfinished(_ place: URL) throws -> Bool {
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
        return files.contains { $0.hasSuffix(".unfinished-restore") }
    }

    /// A copy is complete or not there; one whose making had returned is there, and opens by itself.
    private func examineCopies(_ recording: Recording, after calls: Int) throws {
        let place = folder.appendingPathComponent("raw")
        for copy in recording.copies {
            let copied = place.appendingPathComponent(copy.folder)
            let isDone = recording.hasMark(copy.mark, after: calls)
            if copy.isBackup {
                try examineBackup(copied, recording.states[copy.state], isDone: isDone)
                continue
            }
            for (index, kind) in stores.kinds.enumerated() {
                let path = copied.appendingPathComponent(TortureStores.file(index)).path
                guard FileManager.default.fileExists(atPath: path) else {
                    guard isDone else { continue }
                    throw Violation("the copy \(copy.folder) of store \(index) is not there")
                }
                guard try RawStore.checksum(kind, path) == recording.states[copy.state].raw[index] else {
                    throw Violation("the copy \(copy.folder) of store \(index) has other rows")
                }
            }
            guard isDone else { continue }
            let container = try stores.open(copied)
            let graph = try GraphChecksum(container, stores)
            try container.close()
            guard graph == recording.states[copy.state].graph else { throw Violation("a copy holds another graph") }
        }
    }

    /// A folder of a backup holds all stores, and brings them back; one whose making had returned is there.
    private func examineBackup(_ backup: URL, _ state: Recording.State, isDone: Bool) throws {
        guard FileManager.default.fileExists(atPath: backup.path) else {
            if isDone { throw Violation("the backup \(backup.lastPathComponent) is not there") }
            return
        }
        let place = folder.appendingPathComponent("back")
        if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
        try stores.restore(backup, to: place)
        for (index, kind) in stores.kinds.enumerated() {
            let path = place.appendingPathComponent(TortureStores.file(index)).path
            guard try RawStore.checksum(kind, path) == state.raw[index] else {
                throw Violation("the backup \(backup.lastPathComponent) of store \(index) has other rows")
            }
        }
        let container = try stores.open(place)
        let graph = try GraphChecksum(container, stores)
        try container.close()
        guard graph == state.graph else { throw Violation("a backup holds another graph") }
    }

    /// Opens the stores; those of which a restore has replaced only some are refused until it is run again.
    private func open(_ place: URL, _ promise: inout Recording.Promise) throws -> PersistentContainer {
        do {
            return try stores.open(place)
        } catch let error as CoordinatorError where error.code == .unfinishedRestore {
            guard let state = promise.unfinished, let backup = state.backup else { throw error }
            try stores.restore(place.appendingPathComponent(backup), to: place)
            promise.graphs = [state.graph]
            return try stores.open(place)
        }
    }

    /// The stores open, agree, can be written, and are found again as they were left.
    private func examine(in place: URL, _ promise: Recording.Promise, checks: Bool) throws {
        var promise = promise
        var container = try open(place, &promise)
        do {
            guard promise.graphs.contains(try GraphChecksum(container, stores)) else {
                throw Violation("the stores hold none of the \(promise.graphs.count) states that may be there")
            }
            if checks { try stores.check(container) }
            let context = container.newConfinedContext()
            var saves = RandomSaves(stores, RandomSource(seed: 7))
            try saves.change(context, Array(stores.kinds.indices))
            try context.save()
            let graph = try GraphChecksum(container, stores)
            try container.close()
            container = try stores.open(place)
            guard try GraphChecksum(container, stores) == graph else {
                throw Violation("a save after the crash was not found again")
            }
        } catch {
            // The violation is told, whatever closing says.
            try? container.close()
            throw error
        }
        try container.close()
    }

    /// Copies of the stores, which belong to no domain.
    private func withoutLog() throws -> URL {
        let copies = folder.appendingPathComponent("copies")
        if FileManager.default.fileExists(atPath: copies.path) { try FileManager.default.removeItem(at: copies) }
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
        for (original, copy) in zip(stores.descriptions(in: place), stores.descriptions(in: copies)) {
            guard let path = original.url?.path, FileManager.default.fileExists(atPath: path) else { continue }
            guard let kind = TortureStores.Kind.allCases.first(where: { $0.type.name == original.type }) else {
                continue
            }
            try kind.type.copy(original, copy)
        }
        return copies
    }
}
