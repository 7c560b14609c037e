import PolystoreCore
import PolystoreQuery

extension PersistentStoreCoordinator {
    /// Hands out the rows of a request of resolved names.
    func rows(
        of request: ResolvedRequest, in cut: StoreCut, over overlay: ContextOverlay? = nil,
        isCancelled: @escaping () -> Bool = { false }, _ receive: (FetchedRows) -> Bool
    ) throws {
        let overlay = overlay ?? ContextOverlay(source: CutRowSource(self, cut))
        try execute(SourceRequest(request, isCancelled: isCancelled), in: cut, over: overlay, receive)
    }

    /// How a request of resolved names would be answered.
    func explanation(of request: ResolvedRequest) throws -> FetchExplanation? {
        let cut = try cut()
        let overlay = ContextOverlay(source: CutRowSource(self, cut))
        return try execute(SourceRequest(request, mode: .explain), in: cut, over: overlay).explanation
    }
}
