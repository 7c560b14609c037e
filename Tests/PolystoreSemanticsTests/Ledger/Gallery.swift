import Foundation
import Polystore
import PolystoreSQLite

/// A picture whose data lies in a file beside the store.
final class Picture: ManagedObject, Entity {
    static let number = Attribute<Int>("number", .default(0))
    static let data = Attribute<Data?>("data", .externalStorage)

    static let entity = EntityDescription(Picture.self, number, data)
}

/// Pictures in a SQLite store of a folder, all of them replaced in each save.
enum Gallery {
    static let size = 8

    static func store(_ folder: URL) -> PersistentStoreDescription {
        let url = folder.appending(path: "gallery.sqlite")
        var store = PersistentStoreDescription(name: "gallery", type: .sqlite, url: url)
        store.durability = .losesLastSavesOnPowerCut
        return store
    }

    static func open(
        _ folder: URL, _ change: (inout PersistentStoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var store = store(folder)
        change(&store)
        return try PersistentContainer(model: [Picture.self], stores: [store], storeTypes: [.sqlite])
    }

    static func fill(_ container: PersistentContainer, _ round: Int) throws {
        let context = container.newConfinedContext()
        var pictures = try context.fetch(FetchRequest(Picture.self))
        while pictures.count < size { pictures.append(try context.insert(Picture.self) { _ in }) }
        for picture in pictures {
            picture.number = round
            picture.data = Data(repeating: UInt8(truncatingIfNeeded: round), count: 200_000)
        }
        try context.save()
    }

    /// How many pictures are there, all of them of one save and with their data; 0 where that is not so.
    ///
    /// Nothing is written meanwhile.
    static func count(_ container: PersistentContainer) throws -> Int {
        let context = container.newConfinedContext()
        return try withExtendedLifetime(context) {
            let pictures = try context.fetch(FetchRequest(Picture.self))
            let isWhole = pictures.allSatisfy { picture in
                picture.data?.last == UInt8(truncatingIfNeeded: picture.number) && picture.number == pictures[0].number
            }
            return isWhole ? pictures.count : 0
        }
    }
}
