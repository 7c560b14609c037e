import Foundation
import Polystore

/// A piece of work; some have data that is large enough for a file beside the store.
final class WorkItem: ManagedObject, Numbered {
    static let number = Attribute<Int>("number", .indexed)
    static let title = Attribute<String>("title")
    static let state = Attribute<String>("state", .indexed, .default("open"))
    static let effort = Attribute<Int>("effort", .default(0))
    static let changed = Attribute<Date?>("changed")
    /// The number of bytes of the attachment; 0 without one.
    static let attachmentSize = Attribute<Int>("attachmentSize", .indexed, .default(0))
    static let attachment = Attribute<Data?>("attachment", .externalStorage)
    static let project = ToOne<Project>("project")
    static let tags = ToMany<Tag>("tags")
    static let cursors = ToMany<Cursor>("cursors", inverse: \.item)
    static let entity = EntityDescription(
        WorkItem.self, number, title, state, effort, changed, attachmentSize, attachment, project, tags, cursors)

    static let states = ["open", "waiting", "done"]
}
