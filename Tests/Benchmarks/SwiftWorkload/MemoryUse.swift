import CWorkload

/// The memory of the process before objects are held.
public struct MemoryUse {
    private let resident: Int64, anonymous: Int64, engine: Int64

    /// Notes the memory at this moment; `engine` is what the engine itself has allocated.
    public init(engine: Int64) {
        workload_trim_memory()
        resident = workload_memory("VmRSS")
        anonymous = workload_memory("RssAnon")
        self.engine = engine
    }

    /// Reports what was added since.
    public func report(_ reporter: Reporter, operations: Int, checksum: UInt64, engine: Int64) {
        workload_report_memory(
            reporter.product, resident, anonymous, engine - self.engine, Int64(operations), checksum)
    }
}
