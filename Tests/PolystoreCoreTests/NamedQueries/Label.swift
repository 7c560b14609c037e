import Polystore

final class Label: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let entity = EntityDescription(Label.self, name)
}
