import Polystore

/// One need of a package: any of its alternatives fulfils it, the first is preferred.
final class Dependency: ManagedObject, Entity {
    static let kind = Attribute<DependencyKind>("kind", .matching("preDepends|depends|recommends|suggests"))
    static let package = ToOne<BinaryPackage>("package", .required)
    static let alternatives = ToMany<Alternative>("alternatives", inverse: \.dependency, .ordered, .cascade)
    static let entity = EntityDescription(Dependency.self, kind, package, alternatives)
}

extension DependencyKind: AttributeValue {}
