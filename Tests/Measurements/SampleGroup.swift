import Polystore

/// What samples belong to.
final class SampleGroup: ManagedObject, Entity {
    static let title = Attribute<String>("title")
    static let members = ToMany<Sample>("members", inverse: \.group)
    static let entity = EntityDescription(SampleGroup.self, title, members)
}
