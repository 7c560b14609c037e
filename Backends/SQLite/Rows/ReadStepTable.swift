import PolystoreModel

/// The steps of reading the rows of each layout, as plain memory: looked at for every row, without counting references.
final class ReadStepTable: Sendable {
    private struct Entry {
        let layout: Unmanaged<RowLayout>?
        let entity: Int64
        let steps: UnsafeBufferPointer<ReadStep>
    }

    // SAFETY: written in init, only read afterwards, freed in deinit; `layouts` keeps the layouts alive.
    nonisolated(unsafe) private let entries: UnsafeMutableBufferPointer<Entry>
    private let layouts: LayoutTable

    /// Makes the table of steps by layout number; nil for layouts that are not read.
    init(_ steps: [[ReadStep]?], _ layouts: LayoutTable) {
        self.layouts = layouts
        entries = .allocate(capacity: steps.count)
        for (number, steps) in steps.enumerated() {
            let layout = steps == nil ? nil : layouts.layout(number: UInt16(number))
            let copy = UnsafeMutableBufferPointer<ReadStep>.allocate(capacity: steps?.count ?? 0)
            _ = copy.initialize(from: steps ?? [])
            entries.initializeElement(
                at: number,
                to: Entry(
                    layout: layout.map(Unmanaged.passUnretained), entity: Int64(layout?.descriptor.entityNumber ?? 0),
                    steps: UnsafeBufferPointer(copy)))
        }
    }

    deinit {
        for entry in entries { entry.steps.deallocate() }
        entries.deallocate()
    }

    /// The layout of a number; nil when its rows are not read here.
    ///
    /// Valid as long as the table.
    @inline(__always)
    func layout(_ number: Int) -> Unmanaged<RowLayout>? {
        number >= 0 && number < entries.count ? entries[number].layout : nil
    }

    /// The number of the entity whose rows have a layout.
    @inline(__always)
    func entity(_ number: Int) -> Int64 { entries[number].entity }

    /// The steps of a layout.
    @inline(__always)
    func steps(_ number: Int) -> UnsafeBufferPointer<ReadStep> { entries[number].steps }
}
