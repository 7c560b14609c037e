import Polystore

/// A section of the archive.
final class Section: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let packages = ToMany<BinaryPackage>("packages", inverse: \.section, .deny)
    static let entity = EntityDescription(Section.self, name, packages)
}
