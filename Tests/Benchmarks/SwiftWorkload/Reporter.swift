import CWorkload

/// Prints what a runner measured.
public struct Reporter: Sendable {
    /// The product that is measured, with its variant.
    public let product: String

    /// Makes the reporter of a product.
    public init(_ product: String) { self.product = product }

    /// Times work and reports it with the checksum that it returns.
    public func time(_ workload: String, operations: Int, _ work: () throws -> UInt64) rethrows {
        let start = workload_seconds()
        let checksum = try work()
        report(workload, workload_seconds() - start, operations, checksum)
    }

    /// Times work whose checksum is read afterwards, untimed.
    public func time(
        _ workload: String, operations: Int, _ work: () throws -> Void, checksum: () throws -> UInt64
    ) rethrows {
        let start = workload_seconds()
        try work()
        let seconds = workload_seconds() - start
        report(workload, seconds, operations, try checksum())
    }

    /// Reports a result.
    public func report(_ workload: String, _ seconds: Double, _ operations: Int, _ checksum: UInt64) {
        workload_report(product, workload, seconds, Int64(operations), checksum)
    }

    /// Tells a setting of the product.
    public func setting(_ text: String) { workload_setting(product, text) }

    /// Seconds of the monotonic clock.
    public static var now: Double { workload_seconds() }
}
