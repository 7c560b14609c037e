import Polystore

final class Sensor: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let entity = EntityDescription(Sensor.self, name)
}
