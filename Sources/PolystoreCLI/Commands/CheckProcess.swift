import ArgumentParser
import Foundation

/// A check in a process of its own: what damaged files do to an engine ends that process, not this one.
struct CheckProcess {
    let arguments: [String]

    /// Runs the check on this process's streams.
    ///
    /// - Throws: `ExitCode` with the check's status; `CommandError` with code `checkCrashed`.
    func run() throws {
        let process = Process()
        guard let program = Bundle.main.executableURL else { throw CommandError.checkCrashed(signal: 0) }
        process.executableURL = program
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            throw CommandError.checkCrashed(signal: process.terminationStatus)
        }
        if process.terminationStatus != 0 { throw ExitCode(process.terminationStatus) }
    }
}
