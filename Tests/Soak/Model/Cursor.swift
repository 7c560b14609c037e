import Polystore

/// A place in a work item that a session looks at.
final class Cursor: ManagedObject, Numbered {
    static let number = Attribute<Int>("number", .indexed)
    static let position = Attribute<Int>("position", .default(0))
    static let session = ToOne<Session>("session")
    static let item = ToOne<WorkItem>("item")
    static let entity = EntityDescription(Cursor.self, number, position, session, item)
}
