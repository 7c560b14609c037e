import PolystoreModel
import PolystoreStorage

/// Keeps up with what the process that writes a store adds to it while it is open here for reading: peers, layouts, and
/// the numbers of hierarchies, joins and entities.
///
/// Every snapshot is read with the catalog of its own commit. Numbers are never given twice, so a later catalog also
/// reads an earlier snapshot.
final class CatalogFollower: Sendable {
    private struct State {
        var catalog: RecordCatalog
        /// The metadata that the catalog was made of.
        var stored: RecordOpening.Stored
        /// The seals of what was looked at last.
        var stamp: [UInt32?] = []
    }

    private let opening: StoreOpening
    private let state: Locked<State>

    /// Begins with the catalog of an opening.
    init(_ opening: StoreOpening, _ opened: RecordOpening.Opened) {
        // The UUID that this store has itself is none that stands in the way.
        var opening = opening
        opening.openIdentifiers = []
        self.opening = opening
        state = Locked(State(catalog: opened.catalog, stored: opened.stored.forReading))
    }

    /// The catalog of the last snapshot.
    var newest: RecordCatalog { state.withLock { $0.catalog } }

    /// Takes a snapshot, with a catalog that knows everything that is in it.
    ///
    /// Snapshots are taken one after another, so that catalogs follow each other as commits do.
    ///
    /// - Throws: `incompatibleModel` when the store has to be opened again.
    func snapshot<Engine: OrderedEngine>(
        of engine: Engine
    ) throws(StoreError) -> RecordSnapshot {
        let (snapshot, catalog) = try state.withLock { (state) throws(StoreError) in
            let snapshot = try engine.snapshot()
            try snapshot.reading { () throws(StoreError) in try follow(snapshot, &state) }
            return (snapshot, state.catalog)
        }
        return try RecordSnapshot(snapshot, catalog)
    }

    private func follow(_ snapshot: some OrderedSnapshot, _ state: inout State) throws(StoreError) {
        let stamp = try [MetadataKey.metadata, MetadataKey.catalog].map { (key) throws(StoreError) in
            try key.withUnsafeBytesTyped { (raw) throws(StoreError) in try snapshot.value(.metadata, raw) }
                .flatMap(SealedValue.seal)
        }
        guard stamp != state.stamp else { return }
        let stored = try RecordOpening.stored(snapshot, opening.name).forReading
        guard stored.metadata?.identifier == state.stored.metadata?.identifier else {
            throw state.catalog.error(.damaged, [.reason: "the metadata is missing or of another store"])
        }
        if stored != state.stored {
            state.catalog = try successor(of: state, stored)
            state.stored = stored
        }
        state.stamp = stamp
    }

    private func successor(
        of state: State, _ stored: RecordOpening.Stored
    ) throws(StoreError) -> RecordCatalog {
        let catalog = state.catalog
        var resolution = try RecordOpening.resolve(stored, opening)
        let kept = Set(resolution.definitions)
        if let gone = catalog.definitions.first(where: { !kept.contains($0) }) {
            throw catalog.error(
                .incompatibleModel,
                [
                    .entity: gone.entity.name,
                    .reason: "another process removed the index \(gone.text); open the store again",
                ])
        }
        // An index that was made meanwhile says nothing about earlier snapshots, unless they have none of its entities.
        let known = Set(state.stored.metadata?.layouts.map(\.entity) ?? [])
        resolution.definitions.removeAll { definition in
            !catalog.definitions.contains(definition)
                && definition.entity.concreteFamily.contains { known.contains($0.name) }
        }
        return RecordOpening.makeCatalog(
            resolution, opening, generation: catalog.generation + 1, keepsValuesIntact: catalog.keepsValuesIntact)
    }
}
