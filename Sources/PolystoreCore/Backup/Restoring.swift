import Foundation
import PolystoreModel
import PolystoreStorage

/// Brings the stores of a backup back to their places.
struct Restoring {
    /// The place of a store, and its copy in the backup; nil where the backup has none.
    private struct Part {
        let place: StorePlacing.Part
        let copy: PersistentStoreDescription?

        init(_ store: PersistentStoreDescription, _ type: StoreType, copy: PersistentStoreDescription?) {
            place = StorePlacing.Part(store, type, hasArrival: copy != nil, .restore)
            self.copy = copy
        }
    }

    private let folder: URL
    private let parts: [Part]

    /// Checks that the backup is complete, unchanged, and of some stores.
    ///
    /// - Throws: `unknownStoreType`, `invalidBackup`.
    init(
        _ manifest: BackupManifest, _ folder: URL, _ stores: [PersistentStoreDescription], _ storeTypes: [StoreType]
    ) throws {
        self.folder = folder
        func invalid(_ reason: String, _ cause: (any Error)? = nil) -> CoordinatorError {
            CoordinatorError(.invalidBackup, [.path: folder.path, .reason: reason], cause: cause)
        }
        for entry in manifest.stores where !stores.contains(where: { $0.name == entry.name }) {
            throw invalid("store '\(entry.name)' is not among the stores")
        }
        var parts: [Part] = []
        for store in stores {
            guard let type = storeTypes.first(where: { $0.name == store.type }) else {
                throw CoordinatorError(.unknownStoreType, [.store: store.name, .found: store.type])
            }
            guard let entry = manifest.stores.first(where: { $0.name == store.name }) else {
                parts.append(Part(store, type, copy: nil))
                continue
            }
            guard type.name == entry.type else {
                throw invalid("store '\(entry.name)' is of type \(entry.type) there, and \(type.name) here")
            }
            var copy = store
            copy.url = folder.appending(path: entry.file)
            let metadata = try Self.store { () throws(StoreError) in try type.metadata(copy) }
            guard metadata.identifier == entry.identifier, metadata.watermark == entry.commit else {
                throw invalid("'\(entry.file)' is not the copy that was made for store '\(entry.name)'")
            }
            parts.append(Part(store, type, copy: copy))
        }
        self.parts = parts
    }

    /// Brings the stores back; see `StorePlacing.run`.
    func run(replaces: Bool, _ willCopy: (PersistentStoreDescription) throws -> Void) throws {
        let placing = StorePlacing(parts.map(\.place), .restore, from: folder)
        try placing.run(replaces: replaces) {
            for part in parts {
                guard let copy = part.copy, let arrival = part.place.arrival else { continue }
                try willCopy(part.place.store)
                try Self.store { () throws(StoreError) in try part.place.type.copy(copy, arrival) }
            }
            if let first = parts.first { try willCopy(first.place.store) }
        }
    }

    /// Runs a closure, and tells its error as the coordinator's.
    private static func store<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(CoordinatorError) -> Result {
        do throws(StoreError) { return try body() } catch { throw CoordinatorError(error, in: .none) }
    }
}
