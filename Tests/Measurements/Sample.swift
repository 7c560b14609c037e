import Foundation
import Polystore

/// The object of the measurements: nine properties, like the workload of the performance anchors.
final class Sample: ManagedObject, Entity {
    static let name = Attribute<String>("name"), email = Attribute<String>("email")
    static let age = Attribute<Int>("age", .indexed), score = Attribute<Double>("score")
    static let created = Attribute<Date>("created"), active = Attribute<Bool>("active")
    static let avatarHash = Attribute<UUID>("avatarHash")
    static let group = ToOne<SampleGroup>("group")
    static let entity = EntityDescription(
        Sample.self, name, email, age, score, created, active, avatarHash, group)
}
