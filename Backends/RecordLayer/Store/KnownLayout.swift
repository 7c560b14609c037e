import PolystoreModel

/// A layout and its hierarchy in a form that is copied without counting references.
struct KnownLayout: Sendable {
    /// The number of the hierarchy in the store.
    let root: UInt16
    /// The layout; the holder of the value also holds the layout.
    let unmanaged: Unmanaged<RowLayout>?

    init(layout: RowLayout?, root: UInt16) {
        self.root = root
        unmanaged = layout.map(Unmanaged.passUnretained)
    }
}
