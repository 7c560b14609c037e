/// The layouts of one store, by number and by entity: immutable while the store is open.
public final class LayoutTable: Sendable {
    /// The layouts by number; numbers without a layout are nil.
    private let byNumber: [RowLayout?]
    /// The same, without reference counts: looked at for every row that is read.
    // SAFETY: written in init, only read afterwards, freed in deinit; `byNumber` keeps the layouts alive.
    nonisolated(unsafe) private let unmanaged: UnsafeMutableBufferPointer<Unmanaged<RowLayout>?>
    /// The newest layout of each concrete entity, by the entity's index in the model.
    private let current: [Int: RowLayout]

    /// Makes a table; a later layout of an entity is newer.
    public init(_ layouts: [RowLayout]) {
        var byNumber = [RowLayout?](repeating: nil, count: (layouts.map { Int($0.number) }.max() ?? 0) + 1)
        var current: [Int: RowLayout] = [:]
        for layout in layouts {
            byNumber[Int(layout.number)] = layout
            guard let entity = layout.entity else { continue }
            if let known = current[entity.index], known.number > layout.number { continue }
            current[entity.index] = layout
        }
        self.byNumber = byNumber
        self.current = current
        unmanaged = .allocate(capacity: byNumber.count)
        _ = unmanaged.initialize(from: byNumber.map { $0.map(Unmanaged.passUnretained) })
    }

    deinit { unmanaged.deallocate() }

    /// The layout of a number; nil when a row names a layout that the store never had.
    public func layout(number: UInt16) -> RowLayout? {
        Int(number) < unmanaged.count ? unmanaged[Int(number)]?.takeUnretainedValue() : nil
    }

    /// The view of a row in memory that names its own layout; nil when the store never had the layout.
    ///
    /// - Complexity: Two loads and no reference counts.
    public func view(of row: UnsafeRawPointer, key: Int64) -> RowView? {
        let number = Int(RowHeader.layout(row))
        guard number < unmanaged.count, let layout = unmanaged[number] else { return nil }
        return layout._withUnsafeGuaranteedRef { RowView(base: row, layout: $0, key: key) }
    }

    /// The layout in which an entity's rows are written.
    public func layout(for entity: ModelEntity) -> RowLayout? { current[entity.index] }

    /// All layouts, in number order.
    public var all: [RowLayout] { byNumber.compactMap(\.self) }
}
