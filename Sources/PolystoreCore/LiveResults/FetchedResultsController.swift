import PolystoreModel
import PolystoreQuery

/// The objects that a request finds in a context, in order and by sections, kept up to date.
///
///     let books = try FetchedResultsController(
///         FetchRequest(Book.self).sorted(by: Book.shelf.name).sorted(by: Book.title), sectionedBy: Book.shelf.name,
///         in: context)
///     try books.performFetch()
///     books.delegate = self
///
/// After `performFetch` the results are at all times what a fetch would find, at the end of each group of changes
/// (`processPendingChanges`, a turn of `perform`, a fetch, a save, a merge, a rollback, a reset): for changes of the objects
/// themselves, and of related ones that predicate, order or sections depend on. Saves of other contexts count once they are
/// merged. Limit and offset hold, whatever comes and goes.
///
/// A controller holds its context and its objects, and is used where the context may be used.
public final class FetchedResultsController<Object: ManagedObject> {
    /// The request.
    public let request: FetchRequest<Object>
    /// The context.
    public let context: ManagedObjectContext
    /// Is told of changes.
    public weak var delegate: (any FetchedResultsControllerDelegate<Object>)?
    private let list: LiveList
    private var listenings: [Listening] = []

    /// Makes a controller; it has no results before `performFetch`.
    ///
    /// - Parameters:
    ///   - request: The request; without an order, objects come in that of their keys.
    ///   - section: What divides the objects into sections: an attribute, a path through to-one relationships, a computed
    ///     value. It must be the first sort key.
    ///   - context: The context.
    /// - Throws: `QueryError` for a request or a section that does not fit the model; with code `sectionOutOfOrder` when the
    ///   section is not the first sort key, and `sortThroughToMany` when it leads through a to-many relationship.
    public convenience init(
        _ request: FetchRequest<Object>, sectionedBy section: (any ColumnOperand)? = nil,
        in context: ManagedObjectContext
    ) throws {
        try self.init(request, section: section.map { SortKey($0.queryExpression) }, in: context)
    }

    /// Makes a controller with sections by a key path of names, such as `shelf.name`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - keyPath: What divides the objects into sections; it must be the first sort key.
    ///   - context: The context.
    /// - Throws: What the initialiser with tokens throws.
    public convenience init(
        _ request: FetchRequest<Object>, sectionKeyPath keyPath: String, in context: ManagedObjectContext
    ) throws {
        let names = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try self.init(request, section: SortKey(names), in: context)
    }

    private init(_ request: FetchRequest<Object>, section: SortKey?, in context: ManagedObjectContext) throws {
        self.request = request
        self.context = context
        let plan = try LivePlan(request.description, section: section, in: context)
        list = LiveList(plan, in: context, keepsObjects: true)
        // Weak: a delegate may let the controller go while it is told.
        list.onChange = { [weak self] old, updated in
            guard let self, let delegate else { return }
            delegate.controller(self, didChange: results.difference(from: old, updated: updated), from: old)
        }
        list.onFailure = { [weak self] error in
            guard let self else { return }
            delegate?.controller(self, didFail: error)
        }
    }

    /// Fetches the results, and follows changes from now on.
    ///
    /// The delegate is not told of this fetch.
    ///
    /// - Throws: The errors of `ManagedObjectContext.fetch`; the results are as they were then.
    /// - Returns: The results.
    /// - Complexity: That of a fetch, and a round trip for each thousand objects and to-one step of the sections' key path.
    @discardableResult
    public func performFetch() throws -> FetchedResults {
        try context.beginUse()
        if listenings.isEmpty { listenings = list.listen(to: context, isOwned: false) }
        try list.load(context)
        if let object = list.entries.first(where: { $0.object?.cast(to: Object.self) == nil })?.object {
            throw context.wrongClass(object, Object.self)
        }
        return list.results
    }

    /// The results; without objects before `performFetch`.
    public var results: FetchedResults { list.results }

    /// Why the results are not up to date; nil when they are.
    public var failure: (any Error)? { list.failure }

    /// The objects in order.
    ///
    /// - Complexity: O(*n*); `object(at:)` is O(1).
    public var objects: [Object] { list.entries.compactMap { $0.object?.cast(to: Object.self) } }

    /// The objects of a section in order; none for an index without a section.
    public func objects(inSection section: Int) -> [Object] {
        guard results.sections.indices.contains(section) else { return [] }
        return list.entries[results.sections[section].range].compactMap { $0.object?.cast(to: Object.self) }
    }

    /// The object at an index path; nil when there is no such place.
    public func object(at indexPath: ResultIndexPath) -> Object? {
        guard results.sections.indices.contains(indexPath.section) else { return nil }
        let range = results.sections[indexPath.section].range
        guard indexPath.item >= 0, indexPath.item < range.count else { return nil }
        return list.entries[range.lowerBound + indexPath.item].object?.cast(to: Object.self)
    }

    /// The index path of an object; nil when it is not among the results.
    ///
    /// - Complexity: O(1); the first call after a change looks at all objects.
    public func indexPath(of object: Object) -> ResultIndexPath? { results.indexPath(of: object.identity) }

    /// The results now, and whenever they change, for a reader anywhere; the sequence ends with the controller.
    public var updates: FetchedResultsUpdates {
        let feed = ResultFeed()
        list.add(feed)
        return FetchedResultsUpdates(feed, sectioned: list.plan.section != nil)
    }
}
