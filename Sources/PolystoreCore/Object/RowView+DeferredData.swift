import PolystoreModel

extension RowView {
    /// Whether data is kept out of the row, so that it goes with the row.
    var hasDeferredData: Bool { layout.slots.contains { $0.kind.mayBeDeferred && deferredData($0) != nil } }
}
