import Polystore
import PolystoreRandom

/// What brings the numbers of objects to the middle of their bounds: at the beginning, and before memory is measured, so that
/// it is that of as many objects each time.
extension GraphEditor {
    /// Fills empty stores with what a run begins with.
    ///
    /// - Throws: What the context throws.
    mutating func fill(_ context: ManagedObjectContext) throws {
        for index in 0..<Population.projects.middle { try insertProject(context, name: "project \(index)") }
        for index in 0..<Population.tags.middle { try insertTag(context, name: "tag \(index)") }
        try context.save()
        context.reset()
        try level(context)
    }

    /// Inserts what is missing, deletes what is too much, and saves.
    ///
    /// - Throws: What the context throws.
    mutating func level(_ context: ManagedObjectContext) throws {
        // A new name may be that of an object which is there: then there is one less, and the next turn adds it.
        for _ in 0..<3 {
            try level(Project.self, .projects, context) { try $0.insertProject(context) }
            try level(Tag.self, .tags, context) { try $0.insertTag(context) }
            try level(WorkItem.self, .items, context) { try $0.insertItem(context) }
            try level(Session.self, .sessions, context) { try $0.insertSession(context) }
            try level(Cursor.self, .cursors, context) { try $0.insertCursor(context) }
            while try context.count(Self.attached) < Population.attachments.middle { try attach(context) }
            while try context.count(Self.attached) > Population.attachments.middle { try detach(context) }
            guard context.hasChanges else { return }
            try context.save()
            context.reset()
        }
    }

    private mutating func level<Object: Numbered>(
        _ type: Object.Type, _ population: Population, _ context: ManagedObjectContext,
        _ insert: (inout Self) throws -> Void
    ) throws {
        let surplus = try context.count(FetchRequest(type)) - population.middle
        for _ in 0..<max(0, -surplus) { try insert(&self) }
        for _ in 0..<max(0, surplus) {
            try deleteOne(type, context)
            try context.processPendingChanges()
        }
    }
}
