import PolystoreModel
import PolystoreQuery

/// Tells of a row whether its object is in a list, and where: what the stores and the overlay of unsaved changes would
/// say, of one row.
final class LiveOrder {
    private let entities: Set<ModelEntity>
    private let predicate: PredicateEvaluator?
    private let ordering: RowOrdering
    private let section: ResolvedSortKey?

    init(_ request: ResolvedRequest, section: ResolvedSortKey?, stores: [StoreNumber]) {
        entities = Set(request.entities)
        predicate = request.predicate.map(PredicateEvaluator.init)
        ordering = RowOrdering(request.sortKeys, stores: stores)
        self.section = section
    }

    /// A row's place in the order, as bytes.
    func place(of row: RowView, _ source: any RowSource) throws -> [UInt8] {
        try ordering.sortBytes(of: row, source: source)
    }

    /// The entry of an object by its row; nil when it is not in the list.
    func entry(_ objectID: ObjectID, _ row: RowView, _ source: any RowSource) throws -> LiveEntry? {
        guard let entity = row.layout.entity, entities.contains(entity),
            try predicate?.matches(row, source: source) ?? true
        else { return nil }
        return LiveEntry(
            objectID: objectID, object: nil, section: try section?.value(of: row, source: source) ?? .missing,
            place: try place(of: row, source))
    }
}
