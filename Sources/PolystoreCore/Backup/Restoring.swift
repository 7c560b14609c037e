import Foundation
import PolystoreModel
import PolystoreStorage

/// Brings the stores of a backup back to their places.
struct Restoring {
    /// A store with its type, and its copy in the backup; nil where the backup has none.
    private struct Part {
        let store: PersistentStoreDescription
        let type: StoreType
        let copy: PersistentStoreDescription?
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
                parts.append(Part(store: store, type: type, copy: nil))
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
            parts.append(Part(store: store, type: type, copy: copy))
        }
        self.parts = parts
    }

    /// Takes the places of all stores, copies everything beside its place before anything that is there is replaced, and
    /// gives the places back at the end.
    func run(replaces: Bool, _ willCopy: (PersistentStoreDescription) throws -> Void) throws {
        if !replaces {
            for part in parts {
                guard try Self.store({ () throws(StoreError) in try part.type.exists(part.store) }) else { continue }
                throw CoordinatorError(
                    .storeExists, [.store: part.store.name, .path: part.store.url?.path ?? part.store.name])
            }
        }
        var reservations: [StoreReservation] = []
        defer { for reservation in reservations { reservation.release() } }
        for part in parts {
            do throws(StoreError) { reservations.append(try part.type.reserve(part.store)) } catch {
                var error = error
                error.details[.store] = part.store.name
                throw CoordinatorError(error, in: .none)
            }
        }
        var arrivals: [PersistentStoreDescription?] = []
        defer {
            // A store that was replaced does not need them, and the next restore makes them anew.
            for (part, arrival) in zip(parts, arrivals) { if let arrival { try? part.type.destroy(arrival) } }
        }
        for part in parts { arrivals.append(try arrive(part, willCopy)) }
        if let first = parts.first { try willCopy(first.store) }
        try Self.store { () throws(StoreError) in try replace(reservations, by: arrivals) }
    }

    /// Replaces the stores one after the other, marked until all are.
    private func replace(
        _ reservations: [StoreReservation], by arrivals: [PersistentStoreDescription?]
    ) throws(StoreError) {
        let marks = RestoreMarks(parts.map(\.store))
        try marks.set(backup: folder)
        for (reservation, arrival) in zip(reservations, arrivals) {
            if let arrival { try reservation.replace(arrival) } else { try reservation.destroy() }
        }
        try marks.remove()
    }

    /// Runs a closure, and tells its error as the coordinator's.
    private static func store<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(CoordinatorError) -> Result {
        do throws(StoreError) { return try body() } catch { throw CoordinatorError(error, in: .none) }
    }

    private func arrive(
        _ part: Part, _ willCopy: (PersistentStoreDescription) throws -> Void
    ) throws -> PersistentStoreDescription? {
        guard let copy = part.copy else { return nil }
        try willCopy(part.store)
        var arrival = part.store
        arrival.url = (part.store.url ?? folder).appendingPathExtension("restoring")
        return try Self.store { () throws(StoreError) in
            try part.type.destroy(arrival)
            try part.type.copy(copy, arrival)
            return arrival
        }
    }
}
