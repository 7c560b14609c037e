import Polystore

/// A person or a team that looks after packages.
final class Maintainer: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let email = Attribute<String?>("email")
    static let packages = ToMany<BinaryPackage>("packages", inverse: \.maintainer, .deny)
    static let entity = EntityDescription(Maintainer.self, name, email, packages)
}
