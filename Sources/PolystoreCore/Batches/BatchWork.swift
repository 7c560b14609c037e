import PolystoreModel
import PolystoreStorage

/// What a batch request does, over stores that it is given.
///
/// It may be asked again, with newer snapshots, when other saves came between.
protocol BatchWork {
    /// The stores whose rows may change.
    var concernedStores: [AttachedStore] { get throws }
    /// Why not all objects that are meant can be found: their store is not open.
    var absentHome: FetchError? { get }
    /// Whether objects are deleted.
    var deletes: Bool { get }
    /// The entity that messages name.
    var entity: ModelEntity { get }

    /// Does everything by one statement of the only store that is concerned, in its open transaction.
    ///
    /// - Returns: What was done; nil, with nothing changed, where the store cannot be told so.
    func runStatement(in store: any StatementStore, keepsIDs: Bool) throws -> BatchStatement?

    /// Reads, and hands changes to the target piece by piece.
    ///
    /// - Returns: How many objects the request is about.
    func run(_ reader: BatchReader, into target: any BatchTarget) throws -> Int
}
