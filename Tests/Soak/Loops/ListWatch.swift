import Polystore

/// A list that is brought up to date by the differences that its controller tells, and nothing else.
final class ListWatch<Object: ManagedObject>: FetchedResultsControllerDelegate {
    private let name: String
    private let request: FetchRequest<Object>
    private let section: any ColumnOperand
    private let controller: FetchedResultsController<Object>
    private let tally: Tally
    private var list: FetchedResults

    /// Fetches the list.
    ///
    /// - Throws: What the controller throws.
    init(
        _ name: String, _ request: FetchRequest<Object>, sectionedBy section: any ColumnOperand,
        _ context: ManagedObjectContext, _ tally: Tally
    ) throws {
        (self.name, self.request, self.section, self.tally) = (name, request, section, tally)
        controller = try FetchedResultsController(request, sectionedBy: section, in: context)
        list = try controller.performFetch()
        controller.delegate = self
    }

    func controller(
        _ controller: FetchedResultsController<Object>, didChange diff: FetchedResultsDiff, from old: FetchedResults
    ) {
        tally.count("list changes", diff.objects.count)
        if old != list { tally.report("\(name): the results before are others than were told last") }
        if diff.applied(to: list) != controller.results {
            tally.report("\(name): the difference does not lead to the new results: \(diff)")
        }
        list = controller.results
    }

    func controller(_ controller: FetchedResultsController<Object>, didFail error: any Error) {
        tally.report("\(name): the list could not be followed: \(error)")
    }

    /// Compares the list with what another context finds.
    ///
    /// - Throws: What a fetch throws.
    func check(_ container: PersistentContainer) throws {
        let fresh = container.newConfinedContext(isolation: nil)
        let expected = try withExtendedLifetime(fresh) {
            try FetchedResultsController(request, sectionedBy: section, in: fresh).performFetch()
        }
        if list != controller.results { tally.report("\(name): the results changed and nothing was told") }
        guard list != expected else { return }
        let (here, there) = (Set(list.objectIDs), Set(expected.objectIDs))
        tally.report(
            "\(name): \(list.count) objects and \(list.sections.count) sections, a fetch finds \(expected.count) and"
                + " \(expected.sections.count); too many: \(here.subtracting(there).sorted().prefix(5)),"
                + " missing: \(there.subtracting(here).sorted().prefix(5))")
    }
}
