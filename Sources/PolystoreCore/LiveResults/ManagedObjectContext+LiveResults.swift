import PolystoreModel
import PolystoreQuery

extension ManagedObjectContext {
    /// The results of a request, now and whenever they change, as a sequence of values that may be read anywhere.
    ///
    ///     let lists = try await handle.perform { try $0.liveResults(of: FetchRequest(Book.self).sorted(by: Book.title)) }
    ///     for try await update in lists { show(update.results, update.diff) }
    ///
    /// The results follow what `FetchedResultsController` follows, and are IDs: no object is held. The sequence does not keep
    /// the context, and ends with it.
    ///
    /// - Parameters:
    ///   - request: The request; without an order, objects come in that of their keys.
    ///   - section: What divides the objects into sections; it must be the first sort key.
    /// - Returns: The sequence, with the results of now as its first element.
    /// - Throws: What `FetchedResultsController` throws when it is made, and the errors of `fetch`.
    public func liveResults<Object: ManagedObject>(
        of request: FetchRequest<Object>, sectionedBy section: (any ColumnOperand)? = nil
    ) throws -> FetchedResultsUpdates {
        try beginUse()
        let plan = try LivePlan(request.description, section: section.map { SortKey($0.queryExpression) }, in: self)
        let list = LiveList(plan, in: self, keepsObjects: false)
        let feed = ResultFeed()
        let listenings = list.listen(to: self, isOwned: true, ending: feed)
        try list.load(self)
        list.add(feed)
        return FetchedResultsUpdates(feed, sectioned: section != nil, listenings)
    }
}
