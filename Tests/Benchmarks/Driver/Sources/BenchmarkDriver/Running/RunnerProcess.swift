import Foundation

/// Runs a contestant's program to its end.
public struct RunnerProcess: Sendable {
    private let command: [String]
    private let environment: [String: String]

    /// Prepares a program with its arguments, and variables that are added to those of this process.
    public init(_ command: [String], environment: [String: String] = [:]) {
        self.command = command
        self.environment = environment
    }

    /// Runs the program and reads what it prints.
    ///
    /// - Throws: `DriverError` with code `runnerFailed` when it cannot be run or ends with another status than 0.
    public func output() throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw DriverError.runnerFailed(command.joined(separator: " "), process.terminationStatus)
        }
        return String(decoding: data, as: UTF8.self)
    }
}
