/// A product in a chart.
struct ChartSeries {
    let product: String
    let color: String
    /// Whether the product is Polystore: its marks are filled.
    let isOwn: Bool
}
