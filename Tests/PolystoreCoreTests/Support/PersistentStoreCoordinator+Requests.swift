import PolystoreCore
import PolystoreQuery

extension PersistentStoreCoordinator {
    /// Hands out the rows of a request of resolved names.
    func rows(
        of request: ResolvedRequest, in snapshots: MultiStoreSnapshot, over overlay: ContextOverlay? = nil,
        isCancelled: @escaping () -> Bool = { false }, _ receive: (FetchedRows) -> Bool
    ) throws {
        let overlay = overlay ?? ContextOverlay(source: SnapshotRowSource(self, snapshots))
        try execute(SourceRequest(request, isCancelled: isCancelled), in: snapshots, over: overlay, receive)
    }

    /// How a request of resolved names would be answered.
    func explanation(of request: ResolvedRequest) throws -> FetchExplanation? {
        let snapshots = try snapshot()
        let overlay = ContextOverlay(source: SnapshotRowSource(self, snapshots))
        return try execute(SourceRequest(request, mode: .explain), in: snapshots, over: overlay).explanation
    }
}
