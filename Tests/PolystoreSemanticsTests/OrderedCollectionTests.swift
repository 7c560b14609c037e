import Foundation
import Polystore
import PolystoreMemory
import PolystoreRandom
import PolystoreSQLite
import Testing

/// An album with tracks of its own and songs that it shares with others, both in an order.
final class Album: ManagedObject, Entity {
    static let title = Attribute<String>("title")
    static let tracks = ToMany<Track>("tracks", inverse: \.album, .ordered)
    static let songs = ToMany<Track>("songs", inverse: \.albums, .ordered)
    static let fans = ToMany<Track>("fans", .inverse("idol"))
    static let entity = EntityDescription(Album.self, title, tracks, songs, fans)
}

/// A track.
final class Track: ManagedObject, Entity {
    static let number = Attribute<Int>("number")
    static let album = ToOne<Album>("album")
    static let albums = ToMany<Album>("albums")
    static let idol = ToOne<Album>("idol")
    static let entity = EntityDescription(Track.self, number, album, albums, idol)
}

@Suite("Ordered relationships as arrays")
struct OrderedCollectionTests {
    private static func context(_ type: StoreType = .memory, _ url: URL? = nil) throws -> ManagedObjectContext {
        try PersistentContainer(
            model: [Album.self, Track.self], stores: [PersistentStoreDescription(name: "all", type: type, url: url)],
            storeTypes: [.memory, .sqlite]
        ).newConfinedContext()
    }

    private static func tracks(_ count: Int, in context: ManagedObjectContext) throws -> [Track] {
        try (0..<count).map { number in try context.insert(Track.self) { $0.number = number } }
    }

    @Test("a literal, an array and another relationship are assigned, and the inverse follows")
    func assignment() throws {
        let context = try Self.context()
        let tracks = try Self.tracks(4, in: context)
        let (one, two) = (try context.insert(Album.self), try context.insert(Album.self))
        one.tracks = [tracks[2], tracks[0]]
        #expect(one.tracks.map(\.number) == [2, 0])
        #expect(tracks[0].album === one && tracks[1].album == nil)
        one.tracks = ToManyObjects(tracks.sorted { $0.number > $1.number })
        #expect(one.tracks.map(\.number) == [3, 2, 1, 0])
        two.tracks = one.tracks
        #expect(two.tracks.map(\.number) == [3, 2, 1, 0] && one.tracks.isEmpty)
        two.tracks = []
        #expect(two.tracks.isEmpty && tracks.allSatisfy { $0.album == nil })
        let loose: ToManyObjects<Track> = [tracks[1]]
        #expect(loose.contains(tracks[1]) && !loose.contains(tracks[2]) && !loose.isFault)
        #expect(loose.count == 1 && loose[0] === tracks[1] && loose.objectIDs == [tracks[1].objectID])
        #expect(two.tracks + [tracks[3]] == [tracks[3]], "an array that is made of it is one of its own")
        #expect(two.tracks.isEmpty)
    }

    @Test("elements are set, exchanged, sorted, turned round and removed, also through a generic function")
    func elements() throws {
        let context = try Self.context()
        let tracks = try Self.tracks(5, in: context)
        let album = try context.insert(Album.self) { $0.songs = ToManyObjects(tracks.prefix(3)) }
        album.songs[1] = tracks[4]
        #expect(album.songs.map(\.number) == [0, 4, 2] && tracks[1].albums.isEmpty)
        album.songs[0] = tracks[2]
        #expect(album.songs.map(\.number) == [2, 0, 4], "a member moves to the place that it is set at")
        album.songs.swapAt(0, 2)
        album.songs.insert(contentsOf: [tracks[3], tracks[0]], at: 0)
        #expect(album.songs.map(\.number) == [3, 0, 4, 2])
        album.songs.sort { $0.number < $1.number }
        album.songs.reverse()
        #expect(album.songs.map(\.number) == [4, 3, 2, 0])
        #expect(album.songs.remove(at: 1) === tracks[3] && tracks[3].albums.isEmpty)
        album.songs.replaceSubrange(0..<2, with: [tracks[1]])
        #expect(album.songs.map(\.number) == [1, 0] && album.songs.reversed().map(\.number) == [0, 1])
        album.fans.append(contentsOf: tracks)
        album.fans.remove(at: 0)
        #expect(album.fans.count == 4)
    }

    @Test("random changes give what an array gives in which nothing is twice, before and after a save")
    func randomChanges() throws {
        var random = RandomSource()
        let folder = FileManager.default.temporaryDirectory.appending(path: "ordered-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // what stays is told by the check after the tests
        let context = try Self.context(.sqlite, folder.appending(path: "ordered.sqlite"))
        let tracks = try Self.tracks(12, in: context)
        let album = try context.insert(Album.self) { $0.title = "Album" }
        var wanted: [Track] = []
        for step in 0..<200 {
            let (track, kind) = (tracks[random.below(tracks.count)], random.below(9))
            let (first, second) = (random.below(wanted.count + 1), random.below(wanted.count + 1))
            let (from, to) = (min(first, second), max(first, second))
            let before = wanted
            for songs in [album.tracks, album.songs] {
                wanted = before
                Self.change(&wanted, songs, kind, track, from, to)
                #expect(songs.map(\.number) == wanted.map(\.number), "step \(step), kind \(kind)")
            }
            if random.chance(20) {
                try context.save()
                context.refreshAllObjects()
            }
        }
        try context.save()
        // Faults that the last save may have left cannot be read any more when their context was reset.
        let numbers = wanted.map(\.number)
        context.reset()
        let again = try #require(try context.fetch(FetchRequest(Album.self)).first)
        #expect(again.tracks.map(\.number) == numbers && again.songs.map(\.number) == numbers)
    }

    /// The same change of an array and of a relationship.
    private static func change(
        _ array: inout [Track], _ songs: ToManyObjects<Track>, _ kind: Int, _ track: Track, _ from: Int, _ to: Int
    ) {
        switch kind {
        case 0:
            songs.append(track)
            if !array.contains(track) { array.append(track) }
        case 1:
            songs.insert(track, at: from)
            array.removeAll { $0 == track }
            array.insert(track, at: min(from, array.count))
        case 2 where from < array.count:
            songs.remove(at: from)
            array.remove(at: from)
        case 3 where to < array.count:
            songs.move(from: from, to: to)
            array.insert(array.remove(at: from), at: to)
        case 4 where to < array.count:
            songs.swapAt(from, to)
            array.swapAt(from, to)
        case 5:
            songs.replaceSubrange(from..<to, with: [track])
            let (before, behind) = (array[..<from].filter { $0 != track }, array[to...].filter { $0 != track })
            array = before + [track] + behind
        case 6:
            songs.remove(track)
            array.removeAll { $0 == track }
        case 7:
            songs.sort { $0.number < $1.number }
            array.sort { $0.number < $1.number }
        default:
            songs.reverse()
            array.reverse()
        }
    }
}
