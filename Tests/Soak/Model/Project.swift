import Polystore

/// What work items are for: it keeps them in an order, and they go with it.
final class Project: ManagedObject, Numbered {
    static let number = Attribute<Int>("number", .indexed)
    static let name = Attribute<String>("name", .unique)
    static let summary = Attribute<String>("summary", .default(""))
    static let items = ToMany<WorkItem>("items", inverse: \.project, .ordered, .cascade)
    static let sessions = ToMany<Session>("sessions", inverse: \.project)
    static let entity = EntityDescription(Project.self, number, name, summary, items, sessions)
}
