import PolystoreModel
import PolystoreStorage

/// What a batch request does, over stores that it is given.
///
/// It may be asked again, with newer snapshots, when other saves came between.
protocol BatchWork {
    /// The stores whose rows may change.
    var concernedStores: [AttachedStore] { get throws }
    /// Whether objects are deleted.
    var deletes: Bool { get }
    /// The entity that messages name.
    var entity: ModelEntity { get }

    /// Reads, and hands changes to the target piece by piece.
    ///
    /// - Returns: How many objects the request is about.
    func run(_ reader: BatchReader, into target: any BatchTarget) throws -> Int
}
