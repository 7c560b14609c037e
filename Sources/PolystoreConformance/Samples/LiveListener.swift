import PolystoreCore
import PolystoreStorage

/// Notes what a controller tells, in words.
final class LiveListener: FetchedResultsControllerDelegate {
    typealias Object = ManagedObject

    let controller: FetchedResultsController<ManagedObject>
    private var told: [FetchedResultsDiff] = []
    /// How often something was told.
    private(set) var count = 0

    init(_ request: FetchRequest<ManagedObject>, _ section: String?, _ context: ManagedObjectContext) throws {
        controller =
            try section.map { try FetchedResultsController(request, sectionKeyPath: $0, in: context) }
            ?? FetchedResultsController(request, in: context)
        try controller.performFetch()
        controller.delegate = self
    }

    func controller(
        _ controller: FetchedResultsController<ManagedObject>, didChange diff: FetchedResultsDiff,
        from old: FetchedResults
    ) {
        told.append(diff)
        count += 1
    }

    /// The sections with their names and the titles of their objects; `-` for an object of another entity.
    var text: String {
        controller.results.sections.enumerated().map { index, section in
            let titles = controller.objects(inSection: index).map(title)
            return "\(section.name):\(titles.joined(separator: ","))"
        }.joined(separator: " ")
    }

    private func title(_ object: ManagedObject) -> String {
        // An item that cannot be read is a failure of the case that reads it.
        (try? object.value(forKey: "title")).flatMap { if case .string(let text) = $0 { text } else { nil } } ?? "-"
    }

    /// Ends the group of changes; what was told since the last time, of one group at most.
    func next() throws -> [String] {
        try controller.context.processPendingChanges()
        try expect(told.count < 2, "\(told.count) changes were told instead of one")
        defer { told = [] }
        guard let diff = told.first else { return [] }
        return diff.objects.map(words) + diff.sections.map(words)
    }

    private func words(_ change: ObjectChange) -> String {
        switch change {
        case .delete(_, let path): "delete \(path)"
        case .insert(let object, let path): "insert \(title(object)) \(path)"
        case .move(let object, let path, let target): "move \(title(object)) \(path) to \(target)"
        case .update(let object, let path): "update \(title(object)) \(path)"
        }
    }

    private func title(_ object: ObjectID) -> String {
        controller.context.registeredObject(for: object).map(title) ?? "-"
    }

    private func words(_ change: SectionChange) -> String {
        switch change {
        case .delete(_, let index): "delete section \(index)"
        case .insert(_, let index): "insert section \(index)"
        case .move(_, let index, let target): "move section \(index) to \(target)"
        case .update(_, let index): "update section \(index)"
        }
    }
}
