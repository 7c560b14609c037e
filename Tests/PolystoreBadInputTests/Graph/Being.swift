import Polystore

class Being: ManagedObject, Entity {
    static let name = Attribute<String>("name", .length(1...10_000_000))

    class var entity: EntityDescription { EntityDescription(Being.self, isAbstract: true, name) }
}
