import Polystore

/// The items with a tag, those that are open first, kept up to date by the context: nothing here is told of any command.
final class TaggedList: FetchedResultsControllerDelegate {
    typealias Object = Item

    /// The tag that all items of the list have; nil for any.
    let filter: ObjectID?
    /// Why the list is not up to date; nil when it is.
    private(set) var failure: (any Error)?
    /// How many items came, went, moved and changed since `forgetChanges`.
    private(set) var changes = ListChanges()
    private let controller: FetchedResultsController<Item>

    /// Fetches the list, and follows changes from now on.
    init(_ tag: Tag?, in context: ManagedObjectContext) throws {
        filter = tag?.objectID
        let condition = tag.map { Item.tags.contains($0) } ?? (count(Item.tags) > 0)
        let request = FetchRequest(Item.self).where(condition).sorted(by: Item.isDone).sorted(by: Item.title)
        controller = try FetchedResultsController(request, sectionedBy: Item.isDone, in: context)
        try controller.performFetch()
        controller.delegate = self
    }

    /// The sections as values.
    var sections: [ListSection] {
        controller.results.sections.indices.map { index in
            let isDone = controller.results.sections[index].key == .boolean(true)
            return ListSection(
                title: isDone ? "Done" : "Open", items: controller.objects(inSection: index).map(\.title))
        }
    }

    /// Begins to count changes anew.
    func forgetChanges() { (changes, failure) = (ListChanges(), controller.failure) }

    func controller(
        _ controller: FetchedResultsController<Item>, didChange diff: FetchedResultsDiff, from old: FetchedResults
    ) {
        failure = nil
        changes.add(diff)
    }

    func controller(_ controller: FetchedResultsController<Item>, didFail error: any Error) { failure = error }
}
