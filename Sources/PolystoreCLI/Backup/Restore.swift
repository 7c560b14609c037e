import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore restore`: a backup back to where the store file says.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring all stores of a backup back to their places.",
        discussion: """
            The backup must hold exactly the stores of the file that lie somewhere, or fewer if others were not there \
            when it was made. Stores that are there are refused without --replace; a store that a program has open for \
            writing is refused always.
            """)

    @OptionGroup var file: StoreFileArgument

    @Option(name: .customLong("from"), help: "The folder of the backup.")
    var folder: String

    @Flag(help: "Remove the stores that are there.")
    var replace = false

    func run() throws {
        let source = URL(filePath: folder, directoryHint: .isDirectory)
        let manifest = try BackupManifest.read(source)
        let stores = PlacedStore.all(in: try file.read())
        try check(manifest, stores, source)
        if !replace, let present = stores.first(where: \.exists) {
            throw CommandError.storeExists(store: present.name, path: present.url.path)
        }
        Interruption.listen()
        try LocatedError.about(file.path) { try bringBack(manifest, stores, source) }
        let text = TextOutput(.output)
        for entry in manifest.stores { try text.writeLine("\(entry.name): commit \(entry.commit)") }
        try text.flush()
    }

    /// Copies everything beside its place before anything that is there is removed; a request to stop that comes before
    /// that moment leaves all as it was, and one that comes later waits for the end.
    private func bringBack(_ manifest: BackupManifest, _ stores: [PlacedStore], _ source: URL) throws {
        for store in stores { try store.type.requireFree(store.url) }
        var arrivals: [(store: PlacedStore, arrival: URL)] = []
        do {
            for entry in manifest.stores { try arrivals.append(arrive(entry, stores, source)) }
            if Interruption.isRequested { throw InterruptedError() }
            for store in stores { try store.type.requireFree(store.url) }
        } catch {
            // The first error is the one to report.
            for (store, arrival) in arrivals { try? store.type.destroy(arrival) }
            throw error
        }
        for store in stores { try store.type.destroy(store.url) }
        for (store, arrival) in arrivals {
            try store.type.copy(arrival, store.url)
            try store.type.destroy(arrival)
        }
    }

    private func arrive(
        _ entry: BackupManifest.Store, _ stores: [PlacedStore], _ source: URL
    ) throws -> (store: PlacedStore, arrival: URL) {
        guard let store = stores.first(where: { $0.name == entry.name }) else {
            throw CommandError.invalidBackup(path: folder, reason: "store '\(entry.name)' is not in the store file")
        }
        if Interruption.isRequested { throw InterruptedError() }
        let arrival = store.url.appendingPathExtension("restoring")
        try store.type.destroy(arrival)
        try store.type.copy(source.appending(path: entry.file), arrival)
        return (store, arrival)
    }

    /// The backup is complete, unchanged, and of these stores.
    private func check(_ manifest: BackupManifest, _ stores: [PlacedStore], _ source: URL) throws {
        for entry in manifest.stores {
            guard let store = stores.first(where: { $0.name == entry.name }) else {
                throw CommandError.invalidBackup(path: folder, reason: "store '\(entry.name)' is not in the store file")
            }
            guard store.type.name == entry.type else {
                throw CommandError.invalidBackup(
                    path: folder,
                    reason: "store '\(entry.name)' is of type \(entry.type) there, \(store.type.name) in the store file"
                )
            }
            let metadata = try LocatedError.about(folder) {
                try store.type.metadata(source.appending(path: entry.file))
            }
            guard metadata.identifier == entry.identifier, metadata.watermark == entry.commit else {
                throw CommandError.invalidBackup(
                    path: folder, reason: "'\(entry.file)' is not the copy that was made for store '\(entry.name)'")
            }
        }
    }
}
