import Polystore

/// What fetches over several stores are measured with: many readings in two stores, their sensors in a third.
final class Reading: ManagedObject, Entity {
    static let place = Attribute<String>("place"), number = Attribute<Int>("number", .indexed)
    static let text = Attribute<String>("text"), level = Attribute<Double>("level")
    static let sensor = ToOne<Sensor>("sensor")
    static let entity = EntityDescription(Reading.self, place, number, text, level, sensor)
}
