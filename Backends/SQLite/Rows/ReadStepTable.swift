import PolystoreModel

/// The steps of reading the rows of each layout, as plain memory: looked at for every row, without counting references.
final class ReadStepTable: Sendable {
    private struct Entry {
        let layout: Unmanaged<RowLayout>?
        let entity: Int64
        let steps: UnsafeBufferPointer<ReadStep>
        let plain: UnsafeBufferPointer<PlainReadStep>
        let others: UnsafeBufferPointer<ReadStep>
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
            let steps = steps ?? []
            let plain = steps.compactMap(PlainReadStep.init)
            entries.initializeElement(
                at: number,
                to: Entry(
                    layout: layout.map(Unmanaged.passUnretained), entity: Int64(layout?.descriptor.entityNumber ?? 0),
                    steps: Self.copy(steps), plain: Self.copy(plain),
                    others: Self.copy(steps.filter { PlainReadStep($0) == nil })))
        }
    }

    private static func copy<Step>(_ steps: [Step]) -> UnsafeBufferPointer<Step> {
        let copy = UnsafeMutableBufferPointer<Step>.allocate(capacity: steps.count)
        _ = copy.initialize(from: steps)
        return UnsafeBufferPointer(copy)
    }

    deinit {
        for entry in entries {
            entry.steps.deallocate()
            entry.plain.deallocate()
            entry.others.deallocate()
        }
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
    func steps(_ number: Int) -> UnsafeBufferPointer<ReadStep> { entries[number].steps }

    /// Those of them that are plain.
    @inline(__always)
    func plain(_ number: Int) -> UnsafeBufferPointer<PlainReadStep> { entries[number].plain }

    /// Those that are not.
    @inline(__always)
    func others(_ number: Int) -> UnsafeBufferPointer<ReadStep> { entries[number].others }
}
