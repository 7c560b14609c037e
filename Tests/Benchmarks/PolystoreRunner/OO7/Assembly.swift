import Polystore

/// What complex and base assemblies of OO7 have in common.
class Assembly: ManagedObject, Entity {
    static let number = Attribute<Int>("number", .indexed)
    static let parentAssembly = ToOne<ComplexAssembly>("parentAssembly")

    class var entity: EntityDescription {
        EntityDescription(Assembly.self, isAbstract: true, number, parentAssembly)
    }
}
