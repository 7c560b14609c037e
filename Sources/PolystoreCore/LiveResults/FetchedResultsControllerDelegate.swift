/// Is told what changes in the results of a controller.
///
/// A delegate may change, fetch and save in the controller's context while it is told: what that changes in the results is told
/// next, when it has returned.
public protocol FetchedResultsControllerDelegate<Object>: AnyObject {
    /// The class of the controller's objects.
    associatedtype Object: ManagedObject

    /// Called when the controller has other results, or objects with other values.
    ///
    /// - Parameters:
    ///   - controller: The controller, with the new results.
    ///   - diff: What changed.
    ///   - old: The results before.
    func controller(
        _ controller: FetchedResultsController<Object>, didChange diff: FetchedResultsDiff, from old: FetchedResults)

    /// Called when the results could not be brought up to date: they are those of before, until a later change or
    /// `performFetch` succeeds.
    func controller(_ controller: FetchedResultsController<Object>, didFail error: any Error)
}

extension FetchedResultsControllerDelegate {
    /// Does nothing: the controller keeps the error.
    public func controller(_ controller: FetchedResultsController<Object>, didFail error: any Error) {}
}
