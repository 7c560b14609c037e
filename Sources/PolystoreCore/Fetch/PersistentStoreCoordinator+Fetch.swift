import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Fetches: every store does what it can, the rest is done on rows.
    ///
    /// - Parameters:
    ///   - request: What is fetched.
    ///   - cut: What is read.
    ///   - excluding: Objects that the context changed or deleted: their stored rows are passed over.
    ///   - pending: The rows of objects that the context changed or inserted, of the request's entities: tested and put
    ///     into the order among the stored ones. They stay valid during the call.
    ///   - source: Where paths that leave a row are followed: the cut, or the context's changes over it.
    ///   - isCancelled: Asked between batches.
    ///   - receive: Takes a row, in the request's order; false ends the fetch.
    package func fetch(
        _ request: ResolvedRequest, in cut: StoreCut, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: any RowSource, isCancelled: () -> Bool = { false }, _ receive: (FetchedRow) -> Bool
    ) throws(FetchError) {
        throw FetchError(.evaluation)
    }

    /// The number of objects that a fetch would hand out.
    package func count(
        _ request: ResolvedRequest, in cut: StoreCut, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: any RowSource, isCancelled: () -> Bool = { false }
    ) throws(FetchError) -> Int {
        throw FetchError(.evaluation)
    }

    /// Who does what in a fetch: what each store does, what is left to be done on rows, and the steps across stores.
    package func explain(_ request: ResolvedRequest, in cut: StoreCut) throws(FetchError) -> FetchExplanation {
        throw FetchError(.evaluation)
    }
}
