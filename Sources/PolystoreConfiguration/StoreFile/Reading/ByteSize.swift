/// Sizes as they are written in a store file: a whole number and a unit.
enum ByteSize {
    /// The units with the power of two that each stands for.
    static let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)]

    /// The number of bytes of a text such as `64MiB`; nil when it is none or has no unit.
    static func bytes(_ text: String) -> Int? {
        guard let (unit, power) = units.first(where: { text.hasSuffix($0.0) }),
            let number = WholeNumber.value(text.dropLast(unit.count))
        else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << power)
        return overflows ? nil : bytes
    }
}
