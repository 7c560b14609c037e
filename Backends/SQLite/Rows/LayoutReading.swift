import PolystoreModel

/// How the rows of one layout are read.
struct LayoutReading: Sendable {
    let layout: RowLayout
    /// The number of the entity whose rows have the layout.
    let entity: Int64
    let steps: [ReadStep]
}
