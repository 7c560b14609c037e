import Foundation
import PolystoreModel
import PolystoreStorage

/// Everything that a store knows of its model while it is open: numbers, layouts, indexes.
final class RecordCatalog: Sendable {
    /// The store's name, for messages.
    let storeName: String
    /// The store's file; nil for a store that has none.
    let storePath: String?
    /// The store's number.
    let store: StoreNumber
    /// The layouts of the store's rows.
    let layouts: LayoutTable
    /// The peer table.
    let peers: PeerTable
    /// The indexes with their numbers.
    let definitions: [IndexDefinition]
    /// The concrete entities that live in the store.
    let entities: [ModelEntity]
    /// How many catalogs of the open store came before: numbers are only added from one to the next.
    let generation: Int
    /// The to-one relationships whose destination may live in another store.
    let leavingReferences: Set<ModelRelationship>
    /// Whether the engine's values can only be what this process wrote.
    let keepsValuesIntact: Bool
    private let byLayout: [RecordLayout?]
    private let rowLayouts: [KnownLayout]
    private let rootNumbers: [RootNumber: UInt16]
    /// The same by the hierarchies' own numbers, 0 for those that are not here: asked for every look-up.
    private let numbersByRoot: [UInt16]
    private let joinNumbers: [ModelJoin: UInt16]
    private let entityNumbers: [ModelEntity: UInt16]
    private let references: [ModelRelationship: IndexDefinition]

    init(
        storeName: String, store: StoreNumber, layouts: LayoutTable, peers: PeerTable,
        definitions: [IndexDefinition], record: RecordCatalogRecord, opening: StoreOpening,
        generation: Int, keepsValuesIntact: Bool
    ) {
        self.storeName = storeName
        storePath = opening.url?.path
        self.store = store
        self.layouts = layouts
        self.peers = peers
        self.definitions = definitions
        entities = opening.entities
        self.generation = generation
        leavingReferences = opening.placement.leavingReferences
        self.keepsValuesIntact = keepsValuesIntact
        let roots = Dictionary(
            record.roots.map { (RootNumber(interning: $0.name), $0.number) }, uniquingKeysWith: { first, _ in first })
        rootNumbers = roots
        var numbersByRoot = [UInt16](repeating: 0, count: (roots.keys.map { Int($0.rawValue) }.max() ?? 0) + 1)
        for (root, number) in roots { numbersByRoot[Int(root.rawValue)] = number }
        self.numbersByRoot = numbersByRoot
        var byLayout = [RecordLayout?](repeating: nil, count: (layouts.all.map { Int($0.number) }.max() ?? 0) + 1)
        for layout in layouts.all {
            guard let root = roots[layout.root] else { continue }
            byLayout[Int(layout.number)] = RecordLayout(layout, root: root, definitions: definitions)
        }
        self.byLayout = byLayout
        rowLayouts = byLayout.map { known in KnownLayout(layout: known?.layout, root: known?.root ?? 0) }
        let joinNumbers = Dictionary(
            record.joins.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        self.joinNumbers = Dictionary(
            opening.placement.joins.compactMap { join in joinNumbers[join.name].map { (join, $0) } },
            uniquingKeysWith: { first, _ in first })
        entityNumbers = Dictionary(
            opening.entities.compactMap { entity in
                layouts.layout(for: entity).map { (entity, $0.descriptor.entityNumber) }
            }, uniquingKeysWith: { first, _ in first })
        references = Dictionary(
            definitions.compactMap { definition in
                if case .reference(let relationship) = definition.purpose { (relationship, definition) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The layout by which rows of a hierarchy that name a layout number are read; nil when they cannot name it.
    ///
    /// Valid as long as the catalog; asked for each row, so nothing is counted here.
    @inline(__always)
    func rowLayout(_ number: UInt16, root: UInt16) -> Unmanaged<RowLayout>? {
        guard Int(number) < rowLayouts.count, rowLayouts[Int(number)].root == root else { return nil }
        return rowLayouts[Int(number)].unmanaged
    }

    /// What is known of a layout number; nil for one that the store never had.
    @inline(__always)
    func layout(_ number: UInt16) -> RecordLayout? { Int(number) < byLayout.count ? byLayout[Int(number)] : nil }

    /// The number of a hierarchy; nil when the store has none of its objects.
    @inline(__always)
    func number(of root: RootNumber) -> UInt16? {
        guard Int(root.rawValue) < numbersByRoot.count, numbersByRoot[Int(root.rawValue)] != 0 else { return nil }
        return numbersByRoot[Int(root.rawValue)]
    }

    /// The number of a join table; nil when the store does not keep it.
    func number(of join: ModelJoin) -> UInt16? { joinNumbers[join] }

    /// The number of a concrete entity that lives in the store.
    func number(of entity: ModelEntity) -> UInt16? { entityNumbers[entity] }

    /// The index of a to-one relationship; nil when the store does not keep its references.
    func index(of relationship: ModelRelationship) -> IndexDefinition? { references[relationship] }

    /// All join tables with their numbers.
    var joins: [ModelJoin: UInt16] { joinNumbers }

    /// All hierarchies with their numbers.
    var roots: [RootNumber: UInt16] { rootNumbers }

    /// An error of the store.
    func error(
        _ code: StoreError.Code, _ details: ErrorDetails = [:], cause: (any Error)? = nil,
        conflicts: StoreConflicts? = nil
    ) -> StoreError {
        var details = details
        details[.store] = storeName
        if code == .damaged { details[.path] = storePath }
        return StoreError(code, details, cause: cause, conflicts: conflicts)
    }
}
