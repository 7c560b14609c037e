import Polystore

final class Project: ManagedObject, Entity {
    static let title = Attribute<String>("title", .matching("[A-Z].*"))
    static let owner = ToOne<Company>("owner")
    static let entity = EntityDescription(Project.self, title, owner)
}
