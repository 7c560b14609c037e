import Polystore

/// One package that a dependency names.
final class Alternative: ManagedObject, Entity {
    /// The name as it is written, also when nothing of that name is there.
    static let name = Attribute<String>("name")
    static let qualifier = Attribute<String?>("qualifier")
    static let relation = Attribute<VersionRelation?>("relation", .matching("<<|<=|=|>=|>>"))
    static let bound = Attribute<String?>("bound")
    static let dependency = ToOne<Dependency>("dependency", .required)
    static let target = ToOne<PackageNode>("target")
    static let entity = EntityDescription(
        Alternative.self, name, qualifier, relation, bound, dependency, target)
}

extension VersionRelation: AttributeValue {}
