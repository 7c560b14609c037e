import Polystore

/// What somebody is looking at; it lives in memory and links to the catalogue.
final class Bookmark: ManagedObject, Entity {
    static let rank = Attribute<Int32>("rank")
    static let note = Attribute<String>("note")
    static let package = ToOne<PackageNode>("package")
    static let entity = EntityDescription(Bookmark.self, rank, note, package)
}
