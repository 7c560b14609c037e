import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory

/// Recordings in one store, in a folder of its own that goes with the library.
final class MediaLibrary {
    let rows: [MediaRow]
    let container: PersistentContainer
    private let folder: URL
    private(set) var labels: [ObjectID] = []
    /// The IDs of the recordings by their numbers.
    private(set) var recordings: [ObjectID] = []

    init(_ store: String, count: Int) throws {
        rows = (0..<count).map { MediaRow(number: $0, count: count) }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = store == "memory" ? nil : folder.appendingPathComponent("media")
        container = try PersistentContainer(
            model: [Media.self, Song.self, Podcast.self, Label.self],
            stores: [PersistentStoreDescription(name: "media", type: store, url: url)], storeTypes: [.memory, .lmdb])
        try fill()
    }

    deinit {
        try? container.close()  // a test that failed may have left the store in any state
        try? FileManager.default.removeItem(at: folder)
    }

    private func fill() throws {
        let context = container.newConfinedContext()
        let labels = try (0..<40).map { number in
            try context.insert(Label.self) { $0.name = MediaRow.padded("l", number) }
        }
        self.labels = labels.map(\.objectID)
        for row in rows {
            let media: Media = row.isPodcast ? try context.insert(Podcast.self) : try context.insert(Song.self)
            (media.code, media.title, media.artist, media.year) = (row.code, row.title, row.artist, row.year)
            (media.rating, media.length, media.isLive) = (row.rating, row.length, row.isLive)
            media.label = row.label.map { labels[$0] }
            recordings.append(media.objectID)
        }
        try context.save()
    }
}
