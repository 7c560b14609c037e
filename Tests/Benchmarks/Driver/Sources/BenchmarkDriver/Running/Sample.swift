/// One line of a runner: what a product took for a workload.
public struct Sample: Hashable, Sendable {
    /// The name of the product, with its variant.
    public let product: String
    /// The name of the workload.
    public let workload: String
    /// Seconds; bytes for the workloads that measure memory.
    public let value: Double
    /// The number of operations that the value is for.
    public let operations: Int
    /// What the work found, the same for all contestants.
    public let checksum: UInt64

    /// Reads `R <product> <workload> <value> <operations> <checksum>`; nil when a line is none.
    public init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 6, words[0] == "R", let value = Double(words[3]), let operations = Int(words[4]),
            let checksum = UInt64(words[5])
        else { return nil }
        self.init(String(words[1]), String(words[2]), value, operations, checksum)
    }

    init(_ product: String, _ workload: String, _ value: Double, _ operations: Int, _ checksum: UInt64) {
        self.product = product
        self.workload = workload
        self.value = value
        self.operations = operations
        self.checksum = checksum
    }
}
