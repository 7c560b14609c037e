import Foundation
import Polystore

/// A file beside the first of several stores, which is there while a restore replaces them one after the other.
///
/// A restore that is killed meanwhile leaves stores of different moments, and the mark.
struct RestoreMark {
    private let url: URL

    /// The place of the mark of some stores; nil when there are fewer than two, whose replacement is one step.
    init?(_ stores: [PlacedStore]) {
        guard stores.count > 1, let first = stores[0].description.url else { return nil }
        url = first.appendingPathExtension("unfinished-restore")
    }

    /// Puts the mark on the disk, with the backup that is brought back, in the place of one that is there.
    func set(backup: URL) throws(StoreError) {
        try remove()
        try SystemFile.write(Array(backup.absoluteURL.path.utf8), to: url.path)
        try SystemFile.synchronize(url.deletingLastPathComponent().path)
    }

    /// Removes the mark, if there is one.
    func remove() throws(StoreError) {
        try SystemFile.remove(url.path)
        try SystemFile.synchronize(url.deletingLastPathComponent().path)
    }

    /// Throws `CommandError.unfinishedRestore` for a store file whose stores bear the mark.
    static func refuse(_ file: StoreFile, _ path: String) throws {
        guard let mark = RestoreMark(PlacedStore.all(in: file)), SystemFile.exists(mark.url.path) else { return }
        let backup = String(decoding: try SystemFile.read(contentsOf: mark.url.path), as: UTF8.self)
        throw CommandError.unfinishedRestore(file: path, backup: backup, mark: mark.url.path)
    }
}
