import Foundation
import PolystoreModel
import PolystoreStorage

/// Where a context's rows come from and where its saves go: the stores behind a coordinator, or a parent context.
///
/// A context uses its source on one thread at a time.
package protocol ObjectSource: AnyObject {
    /// Tells what contexts save into the source.
    var broadcast: Broadcast<SaveEvent> { get }

    /// Whether a save raises the versions of rows: in stores, not in a parent context.
    var raisesVersions: Bool { get }

    /// Answers a request, with the unsaved changes of the context over what the source has.
    ///
    /// - Parameters:
    ///   - request: What is asked, and whether it is run, explained or both.
    ///   - overlay: The changes that count; they stay valid during the call.
    ///   - receive: Takes rows, in the request's order; false ends the request.
    /// - Returns: The outcome.
    /// - Throws: `FetchError`, and what resolving the request throws.
    @discardableResult
    func execute(
        _ request: SourceRequest, over overlay: ContextOverlay, _ receive: (FetchedRows) -> Bool
    ) throws -> FetchOutcome

    /// Reads what is named, until the receiver returns false.
    func read(_ selection: SourceSelection, _ receive: (SourceItem) -> Bool) throws

    /// Whether unsaved changes lie between the source and the stores, over objects of an entity.
    func isOverlaid(_ entity: ModelEntity) -> Bool

    /// Keeps one snapshot of the stores for the reads until the matching `endReading`, so that they agree (P4).
    func beginReading() throws

    /// Ends what `beginReading` began.
    func endReading()

    /// The generation that is read; nil for the newest commits.
    var queryGeneration: QueryGeneration? { get }

    /// Reads a generation from now on, or the newest commits.
    func setQueryGeneration(_ generation: QueryGeneration?) throws

    /// Says who reads through the source.
    func setReader(name: String?, author: String?)

    /// Has a source that keeps to a generation take a new one at the next read.
    func advanceGeneration()

    /// Lets go of what a read that goes on keeps: the next one sees the newest commits, or the generation.
    func renew()

    /// Reads the newest commits, whatever the generation, until the save that is being settled has ended; called again
    /// for each attempt.
    func beginSettling()

    /// Ends what `beginSettling` began: the generation is read again, unless the save has moved it on.
    func endSettling()

    /// A store that is open, or that the generation shows although it was removed.
    func store(_ number: StoreNumber) -> AttachedStore?

    /// Saves changes, all or nothing.
    func save(_ changes: ChangeSet) throws -> CommitReceipt
}

extension ObjectSource {
    /// Moves on: the next read sees the newest commits.
    func advance() {
        advanceGeneration()
        renew()
    }

    /// Reads through one snapshot of the stores.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try beginReading()
        defer { endReading() }
        return try body()
    }
}
