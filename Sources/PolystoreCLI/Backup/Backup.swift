import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore backup`: all stores of a file, as one set.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all stores of a file into a folder, as one consistent set.",
        discussion: """
            Programs may use the stores meanwhile. When one of them commits while the copies are made, they are made \
            anew, so that all copies show the same moment. Stores that a crash left without a save over several stores \
            are refused until they are recovered.
            """)

    /// How often the copies are made before the command gives up on stores that are written without a pause.
    private static let attempts = 10

    @OptionGroup var file: StoreFileArgument

    @Option(name: .customLong("to"), help: "The folder of the backup; it is made, and must not be there.")
    var folder: String

    func run() throws {
        let written = try file.read()
        let stores = PlacedStore.all(in: written)
        let target = URL(filePath: folder, directoryHint: .isDirectory)
        guard !FileManager.default.fileExists(atPath: target.path) else {
            throw CommandError.invalidBackup(path: folder, reason: "there is something already")
        }
        try requireRecovered(written)
        Interruption.listen()
        let manifest = try copyAll(stores.filter { try $0.exists() }, to: target)
        let text = TextOutput(.output)
        for store in stores {
            let copied = manifest.stores.first { $0.name == store.name }
            try text.writeLine("\(store.name): \(copied.map { "commit \($0.commit)" } ?? "not there yet")")
        }
        try text.flush()
    }

    /// Refuses stores that lack a save over several stores, which copies without their log would lack for ever.
    private func requireRecovered(_ written: StoreFile) throws {
        let absent = UncreatedStore.names(in: written, StoreFileArgument.storeTypes)
        guard PlacedStore.all(in: written).contains(where: { !absent.contains($0.name) }) else { return }
        let report = try written.commitLogReport(
            model: try file.model(for: written, absent: absent), storeTypes: StoreFileArgument.storeTypes)
        if let problem = report.problem { throw LocatedError(file: file.path, error: problem) }
        // A program that commits through the log brings them up to it.
        guard let log = report.log, !log.isInUse, let store = report.stores.first(where: { $0.lackingSaves > 0 }) else {
            return
        }
        throw CommandError.notRecovered(store: store.name, log: log.path)
    }

    private func copyAll(_ stores: [PlacedStore], to target: URL) throws -> BackupManifest {
        let partial = target.deletingLastPathComponent().appending(
            path: ".\(target.lastPathComponent).\(UUID().uuidString)", directoryHint: .isDirectory)
        do throws(StoreError) {
            try SystemFile.makeFolders(partial.path)
        } catch {
            throw CommandError.notWritten(path: folder, reason: error.details[.reason] ?? "\(error)")
        }
        do {
            var changed: [String] = []
            for _ in 0..<Self.attempts {
                let before = try metadata(of: stores)
                let manifest = try copy(stores, to: partial)
                let after = try metadata(of: stores)
                // One copy shows one moment by itself.
                changed = stores.count < 2 ? [] : Self.changed(before, after)
                if changed.isEmpty {
                    try manifest.write(to: partial)
                    try FileManager.default.moveItem(at: partial, to: target)
                    return manifest
                }
                for entry in manifest.stores {
                    let store = stores.first { $0.name == entry.name }
                    if let store { try store.type.destroy(store.description(at: partial.appending(path: entry.file))) }
                }
            }
            throw CommandError.storesBusy(stores: changed)
        } catch {
            // The first error is the one to report.
            try? FileManager.default.removeItem(at: partial)
            throw error
        }
    }

    private func copy(_ stores: [PlacedStore], to folder: URL) throws -> BackupManifest {
        var entries: [BackupManifest.Store] = []
        for store in stores {
            if Interruption.isRequested { throw InterruptedError() }
            let copy = store.description(at: folder.appending(path: store.fileName))
            let metadata = try LocatedError.about(file.path) {
                try store.type.copy(store.description, copy)
                return try store.type.metadata(copy)
            }
            entries.append(
                BackupManifest.Store(
                    name: store.name, type: store.type.name, file: store.fileName, identifier: metadata.identifier,
                    commit: metadata.watermark))
        }
        return BackupManifest(format: BackupManifest.currentFormat, date: Date(), stores: entries)
    }

    /// The stores that have committed meanwhile, and those that lack a save over several stores that another one has.
    private static func changed(
        _ before: [(name: String, metadata: StoreMetadata)], _ after: [(name: String, metadata: StoreMetadata)]
    ) -> [String] {
        zip(before, after).compactMap { old, new in
            let lacks = after.contains { other in
                guard let mark = other.metadata.joint, let log = other.metadata.domain?.log,
                    new.metadata.domain?.log == log
                else { return false }
                return mark.isMissing(
                    in: new.metadata.identifier, commit: new.metadata.watermark, mark: new.metadata.joint)
            }
            return lacks || old.metadata.watermark != new.metadata.watermark ? new.name : nil
        }
    }

    private func metadata(of stores: [PlacedStore]) throws -> [(name: String, metadata: StoreMetadata)] {
        try LocatedError.about(file.path) { try stores.map { ($0.name, try $0.type.metadata($0.description)) } }
    }
}
