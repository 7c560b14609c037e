import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// A random program over items, shelves and tags, with live lists in one context and changes from everywhere: the context
/// itself, others that save, a child, rollbacks, refreshes and resets.
struct LiveProgram {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private var watches: [LiveWatch]
    private var random: RandomSource
    /// What was done last, for messages.
    private var trace: [String] = []
    /// How many steps were done.
    private(set) var steps = 0
    /// How many saves found a conflict that no policy settles.
    private(set) var refusals = 0

    init(_ bench: ConformanceFixture, seed: UInt64) throws {
        random = RandomSource(seed: seed)
        container = try LiveGraph.open(bench)
        context = bench.context(container)
        context.automaticallyMergesChangesFromParent = true
        context.mergePolicy = .mergeByPropertyObjectTrump
        other = bench.context(container)
        other.automaticallyMergesChangesFromParent = true
        other.mergePolicy = .mergeByPropertyStoreTrump
        watches = []
        for _ in 0..<12 { try Self.insert(other, &random) }
        try other.save()
        watches = try (0..<5).map { _ in try LiveWatch(random.pick(LiveRequest.all), context) }
    }

    /// How many changes of objects were told.
    var changes: Int { watches.reduce(0) { $0 + $1.changes } }

    /// Makes some steps, and compares all lists with what fetches find.
    mutating func turn() throws {
        do {
            let count = 1 + random.below(4)
            for _ in 0..<count {
                try passing { try $0.step() }
                steps += 1
            }
            // An unsaved link may lead to an object that another context has deleted since; without it all must agree.
            if try !passing({ try $0.check() }) { try check() }
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(
                "\(failure.description); step \(steps) after \(trace.suffix(12).joined(separator: ", "))")
        }
    }

    private func check() throws { for watch in watches { try watch.check() } }

    /// Does something; where that meets an object which another context has deleted, all that is unsaved is taken back.
    ///
    /// - Returns: Whether it met none.
    @discardableResult
    private mutating func passing(_ body: (inout Self) throws -> Void) throws -> Bool {
        do {
            try body(&self)
            return true
        } catch let error as ContextError where error.code == .objectMissing {
            trace.append("met an object that is gone")
            for context in [context, other] {
                _ = context.takeAccessError()
                context.rollback()
            }
            return false
        }
    }

    private mutating func step() throws {
        switch random.below(40) {
        case 0...22: try change(context)
        case 23: try note("process") { try $0.processPendingChanges() }
        case 24...27: try save(context)
        case 28: try note("roll back") { $0.rollback() }
        case 29: try note("refresh all") { $0.refreshAllObjects() }
        case 30:
            let isMerging = random.chance(2)
            let items = try context.find("Item")
            guard !items.isEmpty else { return }
            let item = random.pick(items)
            try note("refresh \(item), \(isMerging)") { $0.refresh(item, mergesChanges: isMerging) }
        case 31 where random.chance(3): try note("reset") { $0.reset() }
        case 32...33: try changeInChild()
        default:
            trace.append("elsewhere:")
            for _ in 0...random.below(3) { try change(other) }
            try save(other)
        }
    }

    private mutating func note(_ what: String, _ body: (ManagedObjectContext) throws -> Void) throws {
        trace.append(what)
        try body(context)
    }

    private mutating func save(_ context: ManagedObjectContext) throws {
        trace.append("save")
        do {
            try context.save()
        } catch let error as SaveError {
            // Deleted in one place and changed in another: nothing was saved.
            refusals += 1
            trace.append("refused \(error.code.rawValue)")
            context.rollback()
        }
    }

    private mutating func changeInChild() throws {
        trace.append("child:")
        let child = context.newConfinedChildContext()
        child.mergePolicy = .mergeByPropertyObjectTrump
        for _ in 0...random.below(3) { try change(child) }
        try save(child)
    }

    private static func insert(_ context: ManagedObjectContext, _ random: inout RandomSource) throws {
        let entity = random.pick(["Item", "Item", "Item", "Special", "Shelf", "Tag"])
        let object = try LiveGraph.insert(entity, context, &random)
        guard entity == "Item" || entity == "Special", random.chance(2) else { return }
        let shelves = try context.find("Shelf")
        if !shelves.isEmpty { try object.setRelatedObject(random.pick(shelves), forKey: "shelf") }
    }

    private mutating func change(_ context: ManagedObjectContext) throws {
        let entity = random.pick(["Item", "Item", "Item", "Shelf", "Tag"])
        let objects = try context.find(entity)
        guard !objects.isEmpty, objects.count < 40 || random.chance(2) else {
            trace.append("insert")
            return try Self.insert(context, &random)
        }
        let object = random.pick(objects)
        switch random.below(objects.count > 24 ? 10 : 9) {
        case 0...4:
            let name = random.pick(LiveGraph.attributes(of: entity))
            let value = LiveGraph.value(of: name, &random)
            trace.append("\(object).\(name) = \(value)")
            try object.setValue(value, forKey: name)
        case 5 where entity == "Item":
            let shelves = try context.find("Shelf")
            let shelf = random.chance(4) || shelves.isEmpty ? nil : random.pick(shelves)
            trace.append("\(object).shelf = \(shelf.map { "\($0)" } ?? "none")")
            try object.setRelatedObject(shelf, forKey: "shelf")
        case 6 where entity == "Item":
            let tags = try context.find("Tag")
            guard !tags.isEmpty else { return }
            let tag = random.pick(tags)
            let members = try object.relatedObjects(forKey: "tags")
            trace.append("\(object).tags, \(tag)")
            if members.contains(tag) { members.remove(tag) } else { members.insert(tag) }
        case 5, 6, 7:
            trace.append("insert")
            try Self.insert(context, &random)
        default:
            trace.append("delete \(object)")
            context.delete(object)
        }
    }
}
