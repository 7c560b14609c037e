import PolystoreModel
import PolystoreQuery

/// The unsaved changes of a context over the rows of its source, for one request.
package struct ContextOverlay {
    /// The objects whose stored rows do not count, because the context changed or deleted them.
    package var excluded: Set<ObjectID>
    /// The rows that count instead, and those of inserted objects: of the request's entities, valid during the request.
    package var pending: [RowView]
    /// Where paths that leave a row are followed.
    package let source: any RowSource
    /// What holds the pending rows where they are copies.
    private var copies: [RowBatch] = []

    /// Makes an overlay, of no changes unless told otherwise.
    package init(source: any RowSource, excluded: Set<ObjectID> = [], pending: [RowView] = []) {
        (self.source, self.excluded, self.pending) = (source, excluded, pending)
    }

    /// The same with rows of its own, for a read during which objects may change: valid as long as this is held.
    var copied: ContextOverlay {
        var result = self
        result.copies = pending.map(SnapshotRow.copy)
        result.pending = result.copies.map { $0.row(at: 8) }
        return result
    }

    /// This overlay over another one below.
    func over(_ other: ContextOverlay) -> ContextOverlay {
        var result = self
        result.excluded.formUnion(other.excluded)
        result.pending += other.pending
        result.copies += other.copies
        return result
    }
}
