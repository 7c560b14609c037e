import Foundation
import Polystore
import PolystoreRandom

/// Changes of objects that are there.
extension GraphEditor {
    mutating func changeItem(_ context: ManagedObjectContext) throws {
        guard let item = try pick(WorkItem.self, context) else { return }
        switch random.below(4) {
        case 0: item.title = "item \(random.below(100_000))"
        case 1: item.state = random.pick(WorkItem.states)
        case 2: item.number = random.below(Self.numbers)
        default: item.effort = random.below(100)
        }
        item.changed = Date(timeIntervalSinceReferenceDate: Double(random.below(1_000_000_000)))
    }

    mutating func moveItem(_ context: ManagedObjectContext) throws {
        guard let item = try pick(WorkItem.self, context), let project = try pick(Project.self, context) else { return }
        if random.chance(2) {
            item.project = project
        } else {
            project.items.insert(item, at: random.below(project.items.count + 1))
        }
    }

    mutating func orderItems(_ context: ManagedObjectContext) throws {
        guard let project = try pick(Project.self, context) else { return }
        let count = project.items.count
        guard count > 1 else { return }
        if random.chance(8) {
            project.items.reverse()
        } else {
            project.items.move(from: random.below(count), to: random.below(count))
        }
    }

    mutating func linkTag(_ context: ManagedObjectContext) throws {
        guard let item = try pick(WorkItem.self, context), let tag = try pick(Tag.self, context) else { return }
        // Two for an item on average: what is far above that is taken away again.
        if item.tags.contains(tag) || item.tags.count > 3 {
            let members = Array(item.tags)
            item.tags.remove(random.pick(members))
        } else if random.chance(2) {
            item.tags.insert(tag)
        } else {
            tag.items.insert(item)
        }
    }

    mutating func changeTag(_ context: ManagedObjectContext) throws {
        guard let tag = try pick(Tag.self, context) else { return }
        switch random.below(5) {
        case 0: tag.band = random.pick(Tag.bands)
        case 1: tag.text = text(1_000 + random.below(1_000))
        case 2: tag.picture = Self.bytes(6_000 + random.below(4_000))
        case 3: tag.number = random.below(Self.numbers)
        default: tag.weight = random.below(100)
        }
    }

    mutating func changeProject(_ context: ManagedObjectContext) throws {
        guard let project = try pick(Project.self, context) else { return }
        if random.chance(3) {
            project.name = projectName()
        } else {
            project.summary = text(100 + random.below(200))
        }
    }

    mutating func moveCursor(_ context: ManagedObjectContext) throws {
        guard let cursor = try pick(Cursor.self, context) else { return }
        cursor.position = random.below(10_000)
        if random.chance(3) { cursor.item = try pick(WorkItem.self, context) }
        if random.chance(8) { cursor.session?.project = try pick(Project.self, context) }
    }

    /// Adds data that goes into a file of its own, or takes such data away.
    mutating func changeAttachment(_ context: ManagedObjectContext) throws {
        if grows(try context.count(Self.attached), .attachments) {
            try attach(context)
        } else {
            try detach(context)
        }
    }

    /// The items with an attachment.
    static var attached: FetchRequest<WorkItem> { FetchRequest(WorkItem.self).where(WorkItem.attachmentSize > 0) }

    mutating func attach(_ context: ManagedObjectContext) throws {
        guard let item = try pick(WorkItem.self, context), item.attachmentSize == 0 else { return }
        let size = 110_000 + random.below(20_000)
        item.attachment = Self.bytes(size)
        item.attachmentSize = size
    }

    mutating func detach(_ context: ManagedObjectContext) throws {
        let item = try context.first(Self.attached.sorted(by: WorkItem.number).offset(random.below(30)))
        item?.attachment = nil
        item?.attachmentSize = 0
    }
}
