import Polystore

/// What fetches over several stores are measured with: many readings in two stores, their sensors in a third.
final class Reading: ManagedObject, Entity {
    static let place = Attribute<String>("place"), number = Attribute<Int>("number", .indexed)
    static let text = Attribute<String>("text"), level = Attribute<Double>("level")
    static let sensor = ToOne<Sensor>("sensor")
    static let entity = EntityDescription(Reading.self, place, number, text, level, sensor)
}

final class Sensor: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let entity = EntityDescription(Sensor.self, name)
}
