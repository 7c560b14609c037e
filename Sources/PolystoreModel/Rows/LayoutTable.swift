/// The layouts of one store, by number and by entity: immutable while the store is open.
public final class LayoutTable: Sendable {
    /// All layouts, in number order.
    public let all: [RowLayout]
    /// The layouts by number, without reference counts: looked at for every row that is read.
    // SAFETY: written in init, only read afterwards, freed in deinit; `all` keeps the layouts alive.
    @usableFromInline nonisolated(unsafe) package let entries: UnsafeMutableBufferPointer<Entry>
    /// The newest layout of each concrete entity, by the entity's index in the model.
    private let current: [RowLayout?]

    /// The store; `none` in a table without layouts.
    let store: StoreNumber

    /// Makes a table; a later layout of an entity is newer.
    public init(_ layouts: [RowLayout]) {
        store = layouts.first?.store ?? .none
        var byNumber = [RowLayout?](repeating: nil, count: (layouts.map { Int($0.number) }.max() ?? 0) + 1)
        let entities = layouts.map { ($0.entity?.index ?? -1) + 1 }
        var current = [RowLayout?](repeating: nil, count: entities.max() ?? 0)
        for layout in layouts {
            byNumber[Int(layout.number)] = layout
            guard let entity = layout.entity else { continue }
            if let known = current[entity.index], known.number > layout.number { continue }
            current[entity.index] = layout
        }
        all = byNumber.compactMap(\.self)
        self.current = current
        entries = .allocate(capacity: byNumber.count)
        _ = entries.initialize(
            from: byNumber.map { layout in
                let newest = layout?.entity.flatMap { current[$0.index] } ?? layout
                return Entry(
                    layout: layout.map(Unmanaged.passUnretained), table: layout?.table,
                    newest: newest.map(Unmanaged.passUnretained))
            })
    }

    deinit { entries.deallocate() }

    /// The layout of a number; nil when a row names a layout that the store never had.
    public func layout(number: UInt16) -> RowLayout? {
        Int(number) < entries.count ? entries[Int(number)].layout?.takeUnretainedValue() : nil
    }

    /// The view of a row in memory that names its own layout; nil when the store never had the layout.
    ///
    /// - Complexity: Two loads and no reference counts.
    @inlinable public func view(of row: UnsafeRawPointer, key: Int64) -> RowView? {
        Self.view(of: row, key: key, in: entries)
    }

    /// The same with the entries alone, for callers that hold the table anyway.
    @inlinable package static func view(
        of row: UnsafeRawPointer, key: Int64, in entries: UnsafeMutableBufferPointer<Entry>
    ) -> RowView? {
        let number = Int(RowHeader.layout(row))
        guard number < entries.count, let layout = entries[number].layout, let table = entries[number].table else {
            return nil
        }
        return layout.withObject { RowView(base: row, layout: $0, table: table, key: key) }
    }

    /// The layout of a number, for callers that hold the table anyway.
    @inlinable package static func layout(
        _ number: UInt16, in entries: UnsafeMutableBufferPointer<Entry>
    ) -> Unmanaged<RowLayout>? {
        Int(number) < entries.count ? entries[Int(number)].layout : nil
    }

    /// The newest layout of the entity whose row names a layout, for callers that hold the table anyway.
    @inlinable package static func newestLayout(
        _ number: UInt16, in entries: UnsafeMutableBufferPointer<Entry>
    ) -> Unmanaged<RowLayout>? {
        Int(number) < entries.count ? entries[Int(number)].newest : nil
    }

    /// The layout of one number, without reference counts.
    @usableFromInline package struct Entry {
        @usableFromInline let layout: Unmanaged<RowLayout>?
        @usableFromInline let table: UnsafeMutablePointer<SlotTable>?
        /// The newest layout of the same entity.
        @usableFromInline let newest: Unmanaged<RowLayout>?

        init(
            layout: Unmanaged<RowLayout>?, table: UnsafeMutablePointer<SlotTable>?, newest: Unmanaged<RowLayout>?
        ) {
            self.layout = layout
            self.table = table
            self.newest = newest
        }
    }

    /// The layout in which an entity's rows are written.
    public func layout(for entity: ModelEntity) -> RowLayout? {
        entity.index < current.count ? current[entity.index] : nil
    }
}
