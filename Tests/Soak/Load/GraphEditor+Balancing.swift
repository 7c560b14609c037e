import Foundation
import Polystore
import PolystoreRandom

/// New objects and deletions, which keep the numbers of objects within their bounds.
extension GraphEditor {
    mutating func balanceItems(_ context: ManagedObjectContext) throws {
        let count = try context.count(FetchRequest(WorkItem.self))
        if grows(count, .items) {
            for _ in 0..<number(count, .items) { try insertItem(context) }
        } else {
            for _ in 0...random.below(3) { try deleteOne(WorkItem.self, context) }
        }
    }

    /// How many objects are added at once: a few, and more where a cascade has taken many.
    private mutating func number(_ count: Int, _ population: Population) -> Int {
        max(1 + random.below(3), min(30, population.low - count))
    }

    mutating func balanceTags(_ context: ManagedObjectContext) throws {
        if grows(try context.count(FetchRequest(Tag.self)), .tags) {
            try insertTag(context)
        } else {
            try deleteOne(Tag.self, context)
        }
    }

    mutating func balanceProjects(_ context: ManagedObjectContext) throws {
        if grows(try context.count(FetchRequest(Project.self)), .projects) {
            try insertProject(context)
        } else {
            try deleteOne(Project.self, context)
        }
    }

    mutating func balanceSessions(_ context: ManagedObjectContext) throws {
        if grows(try context.count(FetchRequest(Session.self)), .sessions) {
            try insertSession(context)
        } else {
            try deleteOne(Session.self, context)
        }
    }

    mutating func balanceCursors(_ context: ManagedObjectContext) throws {
        let count = try context.count(FetchRequest(Cursor.self))
        if grows(count, .cursors) {
            for _ in 0..<number(count, .cursors) { try insertCursor(context) }
        } else {
            for _ in 0...random.below(3) { try deleteOne(Cursor.self, context) }
        }
    }

    mutating func deleteOne<Object: Numbered>(_ type: Object.Type, _ context: ManagedObjectContext) throws {
        if let object = try pick(type, context) { context.delete(object) }
    }

    mutating func insertItem(_ context: ManagedObjectContext) throws {
        let item = try context.insert(WorkItem.self) {
            $0.number = random.below(Self.numbers)
            $0.title = "item \(random.below(100_000))"
            $0.state = random.pick(WorkItem.states)
            $0.effort = random.below(100)
        }
        item.project = try pick(Project.self, context)
        for _ in 0..<2 {
            if let tag = try pick(Tag.self, context) { item.tags.insert(tag) }
        }
    }

    mutating func insertTag(_ context: ManagedObjectContext, name: String? = nil) throws {
        try context.insert(Tag.self) {
            $0.number = random.below(Self.numbers)
            $0.name = name ?? tagName()
            $0.band = random.pick(Tag.bands)
            $0.weight = random.below(100)
            $0.text = text(1_000 + random.below(1_000))
            $0.picture = Self.bytes(6_000 + random.below(4_000))
        }
    }

    mutating func insertProject(_ context: ManagedObjectContext, name: String? = nil) throws {
        try context.insert(Project.self) {
            $0.number = random.below(Self.numbers)
            $0.name = name ?? projectName()
            $0.summary = text(200)
        }
    }

    mutating func insertSession(_ context: ManagedObjectContext) throws {
        let project = try pick(Project.self, context)
        try context.insert(Session.self) {
            $0.number = random.below(Self.numbers)
            $0.user = "user \(random.below(1_000))"
            $0.project = project
        }
    }

    mutating func insertCursor(_ context: ManagedObjectContext) throws {
        let (session, item) = (try pick(Session.self, context), try pick(WorkItem.self, context))
        try context.insert(Cursor.self) {
            $0.number = random.below(Self.numbers)
            ($0.session, $0.item) = (session, item)
        }
    }

    /// A name that few projects have: of so many, some meet.
    mutating func projectName() -> String { "project \(random.below(2_000))" }

    /// A name that few tags have: of so many, some meet.
    mutating func tagName() -> String { "tag \(random.below(20_000))" }
}
