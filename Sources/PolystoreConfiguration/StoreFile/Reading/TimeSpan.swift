/// Time spans as they are written in a store file: a whole number and a unit.
enum TimeSpan {
    /// The units with the milliseconds that each stands for.
    static let units = [("ms", 1), ("s", 1_000), ("m", 60_000)]

    /// The duration of a text such as `250ms`, `5s` or `1m`; nil when it is none, has no unit, or is over a year.
    static func duration(_ text: String) -> Duration? {
        guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }),
            let number = WholeNumber.value(text.dropLast(unit.count))
        else { return nil }
        let (milliseconds, overflows) = number.multipliedReportingOverflow(by: factor)
        return overflows || milliseconds > 31_536_000_000 ? nil : .milliseconds(milliseconds)
    }

    /// The text of a duration in the largest unit that shows it whole; parts of a millisecond are left out.
    static func text(_ duration: Duration) -> String {
        let parts = duration.components
        let milliseconds = Int(parts.seconds) * 1_000 + Int(parts.attoseconds / 1_000_000_000_000_000)
        let unit = units.last { milliseconds != 0 && milliseconds.isMultiple(of: $0.1) } ?? units[0]
        return "\(milliseconds / unit.1)\(unit.0)"
    }
}
