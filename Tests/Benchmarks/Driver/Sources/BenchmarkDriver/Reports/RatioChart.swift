import Foundation

/// A chart of what every product took for every workload, as a ratio to one product, on a logarithmic axis.
public struct RatioChart {
    private let measurements: Measurements
    private let reference: String
    private let series: [ChartSeries]
    private let workloads: [String]

    private static let colors = ["#0969da", "#8250df", "#1a7f37"]
    private static let others = ["#bc4c00", "#d4a72c", "#cf222e", "#6e7781", "#424a53", "#afb8c1"]
    private static let left = 70.0, width = 620.0, rowHeight = 22.0, top = 70.0

    /// What a mark on the axis stands for, least and greatest.
    private static let axis = 0.01...100.0

    /// Prepares a chart; the reference itself is the line at 1.
    public init(_ measurements: Measurements, _ contestants: [Contestant], reference: String) {
        self.measurements = measurements
        self.reference = reference
        let seen = contestants.filter { $0.product != reference && !$0.product.contains("+") }
        let own = seen.filter { $0.role == .own }, others = seen.filter { $0.role != .own }
        series =
            zip(own, Self.colors).map { ChartSeries(product: $0.product, color: $1, isOwn: true) }
            + zip(others, Self.others).map { ChartSeries(product: $0.product, color: $1, isOwn: false) }
        workloads = measurements.workloads.filter {
            $0.hasPrefix("W") && !$0.hasPrefix("W12") && measurements.values(reference, $0) != nil
        }
    }

    /// The chart as SVG.
    public var svg: String {
        let bottom = Self.top + Self.rowHeight * Double(workloads.count)
        let height = bottom + 40
        let size = "width=\"\(Int(Self.left + Self.width + 30))\" height=\"\(Int(height))\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) font-family="sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="#ffffff"/>
            \(legend)
            \(grid(bottom))
            \(workloads.enumerated().map { row($0.offset, $0.element) }.joined(separator: "\n"))
            <text x="\(Int(Self.left))" y="\(Int(bottom + 32))" fill="#57606a">time as a ratio to \(reference), the \
            median of rounds; to the left is faster (W13: throughput inverted)</text>
            </svg>

            """
    }

    private var legend: String {
        series.enumerated().map { index, series in
            let x = Self.left + Double(index % 4) * 160, y = 18.0 + Double(index / 4) * 18
            return "\(mark(series, x, y - 4)) <text x=\"\(Int(x + 9))\" y=\"\(Int(y))\">\(series.product)</text>"
        }.joined(separator: "\n")
    }

    private func grid(_ bottom: Double) -> String {
        [0.01, 0.1, 1, 10, 100].map { value in
            let x = place(value), stroke = value == 1 ? "#24292f" : "#d0d7de"
            return """
                <line x1="\(x)" y1="\(Self.top - 4)" x2="\(x)" y2="\(bottom)" stroke="\(stroke)"/>\
                <text x="\(x)" y="\(bottom + 14)" text-anchor="middle">\(String(format: "%g", value))</text>
                """
        }.joined(separator: "\n")
    }

    private func row(_ index: Int, _ workload: String) -> String {
        let y = Self.top + Self.rowHeight * (Double(index) + 0.5)
        let marks = series.reversed().compactMap { series -> String? in
            guard let ratios = measurements.ratios(of: series.product, to: reference, workload) else { return nil }
            let ratio = Measurements.isThroughput(workload) ? 1 / ratios.median : ratios.median
            return mark(series, place(ratio), y)
        }
        return "<text x=\"12\" y=\"\(Int(y + 4))\">\(workload)</text>" + marks.joined()
    }

    private func mark(_ series: ChartSeries, _ x: Double, _ y: Double) -> String {
        let look = series.isOwn ? "fill=\"\(series.color)\"" : "fill=\"#ffffff\" fill-opacity=\"0.6\""
        return "<circle cx=\"\(text(x))\" cy=\"\(text(y))\" r=\"\(series.isOwn ? 5 : 4)\" \(look) "
            + "stroke=\"\(series.color)\" stroke-width=\"2\"/>"
    }

    /// Where a ratio lies on the axis; what is beyond its ends lies at them.
    private func place(_ ratio: Double) -> Double {
        let bounded = min(max(ratio, Self.axis.lowerBound), Self.axis.upperBound)
        return Self.left + (log10(bounded) + 2) / 4 * Self.width
    }

    private func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
