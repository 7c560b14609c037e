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
            anew, so that all copies show the same moment.
            """)

    /// How often the copies are made before the command gives up on stores that are written without a pause.
    private static let attempts = 10

    @OptionGroup var file: StoreFileArgument

    @Option(name: .customLong("to"), help: "The folder of the backup; it is made, and must not be there.")
    var folder: String

    func run() throws {
        let stores = PlacedStore.all(in: try file.read())
        let target = URL(filePath: folder, directoryHint: .isDirectory)
        guard !FileManager.default.fileExists(atPath: target.path) else {
            throw CommandError.invalidBackup(path: folder, reason: "there is something already")
        }
        Interruption.listen()
        let manifest = try copyAll(stores.filter { try $0.exists() }, to: target)
        let text = TextOutput(.output)
        for store in stores {
            let copied = manifest.stores.first { $0.name == store.name }
            try text.writeLine("\(store.name): \(copied.map { "commit \($0.commit)" } ?? "not there yet")")
        }
        try text.flush()
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
                let before = try commits(of: stores)
                let manifest = try copy(stores, to: partial)
                let after = try commits(of: stores)
                // One copy shows one moment by itself.
                changed = stores.count < 2 ? [] : stores.map(\.name).filter { before[$0] != after[$0] }
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

    private func commits(of stores: [PlacedStore]) throws -> [String: CommitNumber] {
        try LocatedError.about(file.path) {
            var commits: [String: CommitNumber] = [:]
            for store in stores { commits[store.name] = try store.type.metadata(store.description).watermark }
            return commits
        }
    }
}
