import PolystoreModel
import Foundation
import PolystoreStorage

/// A store of plain dictionaries, obviously right and slow: the oracle for others, with faults to order.
package final class ReferenceStore: PersistentStore {
    /// Where a fault strikes.
    package enum Point: Hashable, Sendable {
        case begin, apply, prepare, commit, reserve
    }

    /// How queries are answered.
    package enum Planning: Sendable {
        /// Every row is handed out, and the rest is left.
        case scan
        /// Everything is done.
        case exact
    }

    struct State {
        var content = ReferenceContent()
        var working: ReferenceContent?
        var marks: [RootNumber: Int64] = [:]
        var faults: [Point: (error: StoreError, isLasting: Bool)] = [:]
        var isClosed = false
        var user: [String: String] = [:]
    }

    package let identifier: UUID
    package let capabilities: StoreCapabilities
    package let layouts: LayoutTable
    package let peers: PeerTable
    /// How often the store was asked.
    package let counter = ReferenceCounter()
    /// Called on the writer thread at each commit.
    package let onCommit = Locked<(@Sendable () -> Void)?>(nil)
    /// Called before each snapshot is taken.
    package let onSnapshot = Locked<(@Sendable () -> Void)?>(nil)

    private let opening: StoreOpening
    private let disk: ReferenceDisk?
    private let planning: Planning
    private let base: StoreMetadata
    private let state: Locked<State>

    init(_ opening: StoreOpening, _ capabilities: StoreCapabilities, _ planning: Planning, _ disk: ReferenceDisk?) {
        self.opening = opening
        self.capabilities = capabilities
        self.planning = planning
        self.disk = disk
        let file = opening.url.flatMap { disk?.file($0) }
        var metadata =
            file?.metadata ?? StoreMetadata(identifier: opening.newIdentifier, model: opening.model.description)
        if file != nil, opening.openIdentifiers.contains(metadata.identifier), opening.opensAsCopy {
            metadata.identifier = UUID()
        }
        if opening.access == .readWrite { metadata.homes = opening.homes }
        identifier = metadata.identifier
        peers = PeerTable(metadata.peers)
        layouts = ReferenceStore.layouts(opening, &metadata, peers)
        base = metadata
        var state = State()
        if let file {
            state.marks = file.marks
            state.content = file.content.carried(to: layouts, opening.model.joins)
        }
        self.state = Locked(state)
        write()
    }

    package var metadata: StoreMetadata {
        get throws(StoreError) { currentMetadata }
    }

    private var currentMetadata: StoreMetadata {
        var metadata = base
        metadata.peers = peers.entries
        let content = with { $0.content }
        (metadata.watermark, metadata.user) = (content.commit, content.user)
        (metadata.joint, metadata.domain) = (content.joint, content.domain)
        return metadata
    }

    /// Lets the next call at a point fail; with `isLasting` all of them until `recover`.
    package func fail(_ point: Point, with error: StoreError, isLasting: Bool = false) {
        with { $0.faults[point] = (error, isLasting) }
    }

    /// Lets everything succeed again.
    package func recover() { with { $0.faults = [:] } }

    package func snapshot() throws(StoreError) -> any StoreSnapshot {
        counter.count(.snapshot)
        onSnapshot.withLock { $0 }?()
        let state = with { $0 }
        if state.isClosed { throw StoreError(.closed) }
        return ReferenceSnapshot(state.content, layouts, StoreNumber(interning: identifier), counter) { [self] in
            with { $0.content }
        }
    }

    package func newestCommit() throws(StoreError) -> CommitNumber { with { $0.content.commit } }

    package func plan(_ query: StoreQuery) -> StorePlan {
        guard planning == .exact else {
            var plan = StorePlan.scan(query)
            plan.steps = ["scan"]
            return plan
        }
        return StorePlan(
            query: query, residual: nil, isSorted: query.isOrdered, isLimited: query.limit != nil,
            steps: ["filter, sort and limit"])
    }

    package func begin(_ durability: Durability) throws(StoreError) {
        counter.count(.begin)
        try strike(.begin)
        with { $0.working = $0.content }
    }

    package func apply(_ changes: StoreChanges) throws(StoreError) {
        try strike(.apply)
        try with { state in
            Result { () throws(StoreError) in
                try state.working?.apply(
                    changes, store: StoreNumber(interning: identifier), isUnique: capabilities.uniqueness)
                for row in changes.inserts.map(\.view) {
                    state.marks[row.layout.root] = max(state.marks[row.layout.root] ?? 0, row.key)
                }
            }
        }.get()
    }

    package func prepare() throws(StoreError) { try strike(.prepare) }

    package func commit() throws(StoreError) -> CommitNumber {
        counter.count(.commit)
        onCommit.withLock { $0 }?()
        try strike(.commit)
        let number = with { state in
            if let working = state.working { state.content = working }
            state.content.commit += 1
            state.working = nil
            return state.content.commit
        }
        write()
        return number
    }

    package func rollback() { with { $0.working = nil } }

    package func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        counter.count(.reserve)
        try strike(.reserve)
        let state = with { $0 }
        if state.isClosed { throw StoreError(.closed) }
        let first = (state.marks[root] ?? 0) + 1
        let (end, overflow) = first.addingReportingOverflow(Int64(count))
        if overflow { throw StoreError(.keysUnavailable, [.entity: root.name]) }
        with { $0.marks[root] = end - 1 }
        write()
        return first..<end
    }

    package func releaseKeys(_ root: RootNumber, from first: Int64) throws(StoreError) {
        with { $0.marks[root] = min($0.marks[root] ?? 0, first - 1) }
        write()
    }

    package func close() throws(StoreError) { with { $0.isClosed = true } }

    /// The last key that was reserved.
    package func mark(_ root: RootNumber) -> Int64 { with { $0.marks[root] ?? 0 } }

    private func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    private func strike(_ point: Point) throws(StoreError) {
        let fault = with { state in
            let fault = state.faults[point]
            if fault?.isLasting == false { state.faults[point] = nil }
            return fault
        }
        if let fault { throw fault.error }
    }

    private func write() {
        guard let disk, let url = opening.url, opening.access == .readWrite else { return }
        let state = with { $0 }
        disk.write(ReferenceDisk.File(metadata: currentMetadata, content: state.content, marks: state.marks), url)
    }

    private static func layouts(
        _ opening: StoreOpening, _ metadata: inout StoreMetadata, _ peers: PeerTable
    ) -> LayoutTable {
        for entity in opening.entities {
            let known = metadata.layouts.last { $0.entity == entity.name }
            let descriptor = RowLayoutDescriptor(
                entity, number: UInt16(metadata.layouts.count + 1),
                entityNumber: known?.entityNumber ?? UInt16(metadata.layouts.count + 1),
                isKept: { !opening.placement.omittedReferences.contains($0) },
                mayLeaveStore: { opening.placement.leavingReferences.contains($0) })
            if let known, known.describesSameRows(as: descriptor) { continue }
            metadata.layouts.append(descriptor)
        }
        let store = StoreNumber(interning: metadata.identifier)
        return LayoutTable(
            metadata.layouts.map { descriptor in
                RowLayout(
                    descriptor, entity: opening.model.entity(named: descriptor.entity), store: store,
                    root: RootNumber(interning: descriptor.root), peers: peers)
            })
    }
}

extension ReferenceContent {
    /// The content with its rows under the layouts, and its pairs under the joins, of another opening.
    func carried(to layouts: LayoutTable, _ joins: [ModelJoin]) -> ReferenceContent {
        var result = self
        let joinsByName = Dictionary(joins.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        result.links = [:]
        for (join, pairs) in links { if let known = joinsByName[join.name] { result.links[known] = pairs } }
        for (root, rows) in rows {
            for (key, row) in rows {
                guard let layout = layouts.layout(number: row.view.layout.number) else { continue }
                let builder = RowBatchBuilder(layouts: layouts)
                builder.append(RowView(base: row.view.base, layout: layout, key: key))
                for batch in builder.takeBatches() { result.rows[root]?[key] = Row(batch: batch, offset: 8) }
            }
        }
        return result
    }
}
