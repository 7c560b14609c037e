import Foundation

/// Counts instructions of workloads, for changes too small for a clock.
public struct CountCommand {
    private let settings: RunSettings

    /// Prepares counting.
    public init(_ settings: RunSettings) { self.settings = settings }

    /// Counts and prints a table.
    ///
    /// - Throws: `DriverError` when valgrind or a runner fails.
    public func run() throws {
        let workloads = settings.only.isEmpty ? ["W1", "W2", "W4"] : settings.only
        let count = InstructionCount(sizes: Plan.counting.sizes, folder: settings.folder)
        var table = TextTable(["instructions for each operation"] + workloads)
        for contestant in settings.contestants(.counting) {
            table.add(
                [contestant.product]
                    + (try workloads.map { workload in
                        RunSettings.tell("counting \(workload) of \(contestant.product)")
                        return try count.perOperation(contestant, workload).map { "\(Int($0))" } ?? "-"
                    }))
        }
        print(table.text)
    }
}
