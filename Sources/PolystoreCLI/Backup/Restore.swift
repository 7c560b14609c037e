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
        let stores = PlacedStore.all(in: try file.read(isRestoring: true))
        try check(manifest, stores, source)
        if !replace, let present = try stores.first(where: { try $0.exists() }) {
            throw CommandError.storeExists(store: present.name, path: present.place)
        }
        Interruption.listen()
        try LocatedError.about(file.path) { try bringBack(manifest, stores, source) }
        let text = TextOutput(.output)
        for entry in manifest.stores { try text.writeLine("\(entry.name): commit \(entry.commit)") }
        try text.flush()
    }

    /// Takes the places of all stores, copies everything beside its place before anything that is there is replaced, and
    /// gives the places back at the end.
    ///
    /// A request to stop that comes before the first is replaced leaves all as it was, and one that comes later waits for
    /// the end. A mark tells the next command of a restore that was killed there.
    private func bringBack(_ manifest: BackupManifest, _ stores: [PlacedStore], _ source: URL) throws {
        var reservations: [String: StoreReservation] = [:]
        defer { for reservation in reservations.values { reservation.release() } }
        for store in stores { reservations[store.name] = try store.type.reserve(store.description) }
        var arrivals: [String: PersistentStoreDescription] = [:]
        do {
            for entry in manifest.stores { arrivals[entry.name] = try arrive(entry, stores, source) }
            if Interruption.isRequested { throw InterruptedError() }
        } catch {
            // The first error is the one to report.
            for store in stores { if let arrival = arrivals[store.name] { try? store.type.destroy(arrival) } }
            throw error
        }
        let mark = RestoreMark(stores)
        try mark?.set(backup: source)
        for store in stores {
            guard let arrival = arrivals[store.name] else {
                try reservations[store.name]?.destroy()
                continue
            }
            try reservations[store.name]?.replace(arrival)
            try store.type.destroy(arrival)
        }
        try mark?.remove()
    }

    private func arrive(
        _ entry: BackupManifest.Store, _ stores: [PlacedStore], _ source: URL
    ) throws -> PersistentStoreDescription {
        guard let store = stores.first(where: { $0.name == entry.name }) else {
            throw CommandError.invalidBackup(path: folder, reason: "store '\(entry.name)' is not in the store file")
        }
        if Interruption.isRequested { throw InterruptedError() }
        let place = store.description.url ?? source
        let arrival = store.description(at: place.appendingPathExtension("restoring"))
        try store.type.destroy(arrival)
        try store.type.copy(store.description(at: source.appending(path: entry.file)), arrival)
        return arrival
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
                try store.type.metadata(store.description(at: source.appending(path: entry.file)))
            }
            guard metadata.identifier == entry.identifier, metadata.watermark == entry.commit else {
                throw CommandError.invalidBackup(
                    path: folder, reason: "'\(entry.file)' is not the copy that was made for store '\(entry.name)'")
            }
        }
    }
}
