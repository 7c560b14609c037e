import Foundation
import PolystoreModel
import PolystoreStorage

/// Files beside stores, which are there while a restore replaces the stores.
///
/// A process that ends meanwhile leaves stores of different moments, or one that lacks the log of its engine, and the marks.
package struct RestoreMarks {
    private let paths: [String]

    /// The places of the marks of some durable stores.
    package init(_ stores: [PersistentStoreDescription]) {
        paths = stores.compactMap { $0.url.map { StoreFiles($0).path + ".unfinished-restore" } }
    }

    /// Puts the marks on the disk, with the backup that is brought back, in the place of those that are there; when that fails,
    /// the new ones go again.
    func set(backup: URL) throws(StoreError) {
        var made: [String] = []
        do throws(StoreError) {
            for path in paths {
                let (isNew, new) = (!SystemFile.exists(path), path + ".new")
                try SystemFile.remove(new)
                made.append(new)
                try SystemFile.write(Array(backup.absoluteURL.path.utf8), to: new)
                if isNew { made.append(path) }
                try SystemFile.move(new, to: path)
            }
            try synchronize()
        } catch {
            // The first error is the one to report.
            for path in made { try? SystemFile.remove(path) }
            throw error
        }
    }

    /// Removes the marks, if there are any.
    func remove() throws(StoreError) {
        for path in paths { try SystemFile.remove(path) }
        try synchronize()
    }

    private func synchronize() throws(StoreError) {
        for folder in Set(paths.map { StoreFiles(path: $0).folder }).sorted() { try SystemFile.synchronize(folder) }
    }

    /// Refuses stores of which a restore has not replaced all.
    ///
    /// - Throws: `unfinishedRestore` with the backup and the mark.
    package func refuse() throws(CoordinatorError) {
        guard let path = paths.first(where: SystemFile.exists) else { return }
        let backup: [UInt8]
        do throws(StoreError) { backup = try SystemFile.read(contentsOf: path) } catch {
            // The restore has ended meanwhile.
            if error.code == .missing { return }
            throw CoordinatorError(error, in: .none)
        }
        throw CoordinatorError(
            .unfinishedRestore, [.path: path, .found: String(decoding: backup, as: UTF8.self)])
    }
}
