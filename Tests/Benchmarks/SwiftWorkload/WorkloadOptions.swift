import CWorkload
import Foundation

/// How large a run is, and where its files lie.
public struct WorkloadOptions: Sendable {
    public let mode: String, variant: String
    /// The folder for the run's files.
    public let directory: URL
    public let objects: Int, companies: Int, lookups: Int, ranges: Int, sorts: Int, counts: Int, scans: Int, saves: Int
    /// How long W13 runs.
    public let seconds: Double
    private let only: [String]

    /// Reads the program's arguments; ends the process with a message when one is wrong.
    public init() {
        let options = workload_read_options(CommandLine.argc, CommandLine.unsafeArgv)
        mode = String(cString: options.mode)
        variant = String(cString: options.variant)
        directory = URL(fileURLWithPath: String(cString: options.directory))
        (objects, companies, lookups) = (Int(options.objects), Int(options.companies), Int(options.lookups))
        (ranges, sorts, counts) = (Int(options.ranges), Int(options.sorts), Int(options.counts))
        (scans, saves) = (Int(options.scans), Int(options.saves))
        seconds = options.seconds
        only = String(cString: options.only).split(separator: ",").map(String.init)
    }

    /// Passes the program's arguments, as C reads them.
    func withC<Result>(_ body: (UnsafePointer<workload_options>) -> Result) -> Result {
        var options = workload_read_options(CommandLine.argc, CommandLine.unsafeArgv)
        return withUnsafePointer(to: &options) { body($0) }
    }

    /// Whether a workload is to be run; W1 always is.
    public func includes(_ workload: String) -> Bool { only.isEmpty || workload == "W1" || only.contains(workload) }
}
