import Polystore

/// Something that a dependency can name: an installed package, or a name that installed packages provide.
class PackageNode: ManagedObject, Entity {
    static let name = Attribute<String>("name", .indexed)
    static let providers = ToMany<BinaryPackage>("providers", inverse: \.provides)
    static let mentions = ToMany<Alternative>("mentions", inverse: \.target)
    static let bookmarks = ToMany<Bookmark>("bookmarks", inverse: \.package, .cascade)

    class var entity: EntityDescription {
        EntityDescription(PackageNode.self, isAbstract: true, name, providers, mentions, bookmarks)
    }
}
