import Polystore

/// What somebody has open now; its cursors go with it.
final class Session: ManagedObject, Numbered {
    static let number = Attribute<Int>("number", .indexed)
    static let user = Attribute<String>("user", .default(""))
    static let project = ToOne<Project>("project")
    static let cursors = ToMany<Cursor>("cursors", inverse: \.session, .cascade)
    static let entity = EntityDescription(Session.self, number, user, project, cursors)
}
