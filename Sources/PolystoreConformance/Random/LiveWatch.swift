import PolystoreCore
import PolystoreStorage

/// Follows a list by what its controller tells, and compares it with what a fetch finds.
final class LiveWatch: FetchedResultsControllerDelegate {
    typealias Object = ManagedObject

    let wanted: LiveRequest
    let controller: FetchedResultsController<ManagedObject>
    /// The list, brought up to date by differences alone.
    private var list: FetchedResults
    /// The values of the objects when they were looked at last.
    private var values: [ObjectID: [String: Value]] = [:]
    /// The objects that were told of since then.
    private var told: Set<ObjectID> = []
    private var problem: String?
    /// How many changes of objects were told.
    private(set) var changes = 0

    init(_ wanted: LiveRequest, _ context: ManagedObjectContext) throws {
        self.wanted = wanted
        controller =
            try wanted.section.map {
                try FetchedResultsController(wanted.request, sectionKeyPath: $0, in: context)
            } ?? FetchedResultsController(wanted.request, in: context)
        list = try controller.performFetch()
        controller.delegate = self
        for object in controller.objects { values[object.objectID] = object.snapshot.values }
    }

    func controller(
        _ controller: FetchedResultsController<ManagedObject>, didChange diff: FetchedResultsDiff,
        from old: FetchedResults
    ) {
        if diff.isEmpty { problem = "a difference without a change" }
        if old != list { problem = "the results before are others than were told last" }
        if let next = diff.applied(to: list) {
            if next != controller.results { problem = "the difference leads to other results: \(diff)" }
        } else {
            problem = "the difference does not fit the results before: \(diff)"
        }
        list = controller.results
        let objects = diff.objects.map(\.objectID)
        if Set(objects).count != objects.count { problem = "an object has two changes: \(diff)" }
        changes += objects.count
        told.formUnion(objects)
    }

    func controller(_ controller: FetchedResultsController<ManagedObject>, didFail error: any Error) {
        problem = "the list could not be followed: \(error)"
    }

    /// Compares the list with what a fetch finds now.
    func check() throws {
        // Ends the group of changes, so that the controller has been told of it.
        let expected = try controller.context.fetch(wanted.request)
        if let problem { throw ConformanceFailure("\(wanted): \(problem)") }
        try expect(list == controller.results, "\(wanted): the results changed and nothing was told")
        try expect(list.objectIDs, is: expected.map(\.objectID), "\(wanted)")
        try expect(controller.objects, is: expected, "\(wanted): objects")
        try expect(
            list.objectIDs.allSatisfy { list.indexPath(of: $0).flatMap(list.objectID(at:)) == $0 },
            "\(wanted): a look-up leads elsewhere")
        if let section = wanted.section, wanted.request.description.includesPendingChanges {
            try checkSections(expected, section)
        }
        try checkValues(expected)
    }

    private func checkSections(_ objects: [ManagedObject], _ path: String) throws {
        var keys: [(key: Value, count: Int)] = []
        for object in objects {
            let key = try Self.value(of: object, path)
            if let last = keys.last, last.key == key, Self.bytes(last.key) == Self.bytes(key) {
                keys[keys.count - 1].count += 1
            } else {
                keys.append((key, 1))
            }
        }
        try expect(list.sections.map(\.key), is: keys.map(\.key), "\(wanted): sections")
        try expect(list.sections.map(\.count), is: keys.map(\.count), "\(wanted): sections")
    }

    private static func bytes(_ value: Value) -> [UInt8] {
        if case .string(let text) = value { Array(text.utf8) } else { [] }
    }

    /// Follows a key path by hand.
    private static func value(of object: ManagedObject, _ path: String) throws -> Value {
        var current: ManagedObject? = object
        var names = path.split(separator: ".").map(String.init)
        if names.last == "@count" {
            return .integer(Int64(try object.relatedObjects(forKey: names[0]).count))
        }
        let last = names.removeLast()
        for name in names {
            current = try current?.relatedObject(forKey: name)
            // What was linked elsewhere to an object that is deleted here has nothing there, for a fetch, until the save.
            if current?.isDeleted ?? false { return .missing }
        }
        return try current?.value(forKey: last) ?? .missing
    }

    /// Whoever stays and has other values than before must have been told of.
    private func checkValues(_ objects: [ManagedObject]) throws {
        var now: [ObjectID: [String: Value]] = [:]
        for object in objects {
            let snapshot = object.snapshot
            now[snapshot.objectID] = snapshot.values
            guard let before = values[snapshot.objectID], before != snapshot.values else { continue }
            try expect(
                told.contains(snapshot.objectID) || !wanted.request.description.includesPendingChanges,
                "\(wanted): \(object) has other values, and nothing was told")
        }
        values = now
        told = []
    }
}
