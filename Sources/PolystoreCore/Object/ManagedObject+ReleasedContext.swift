import PolystoreModel

extension ManagedObject {
    /// Whether the context does not exist any more; an object that a living context has let go of is another matter.
    private final var hasLostContext: Bool { batch.anchor.unmanaged == nil && overlay?.recorded == nil }

    /// Makes the object inaccessible because a read needs its context; that the context is gone is a caller's bug.
    final func loseContext(reading key: PropertyKey? = nil) {
        guard !flags.contains(.inaccessible) else { return }
        if hasLostContext {
            ReleasedContext.report(key.map { "\(entity.name).\($0.name)" } ?? "a fault of \(entity.name)")
        }
        becomeInaccessible(ContextError(.contextGone, [.entity: entity.name, .property: key?.name]))
    }

    /// Throws where a read would need the context that is gone.
    ///
    /// - Throws: `ContextError` with code `contextGone`.
    final func requireContext(reading key: PropertyKey, ofRow isInRow: Bool) throws {
        guard hasLostContext, !flags.contains(.inaccessible) else { return }
        if isInRow, !isFault, batch.memory != nil {
            let row = readableRow()
            let isDeferred = withExtendedLifetime(self) {
                row.slot(of: key).map { row.deferredData($0.pointee) != nil } ?? false
            }
            if !isDeferred { return }
        }
        throw ContextError(.contextGone, [.entity: entity.name, .property: key.name])
    }
}
