import Foundation

/// One test of this program, run by a process of its own that lives under other conditions.
enum TestProcess {
    /// A disk of two megabytes at a folder, that only the process sees; no rights of an administrator are needed.
    static func smallDisk(at folder: String) -> [String] {
        ["unshare", "-Urm", "/bin/sh", "-c", "mount -t tmpfs -o size=2m none \"$0\" && exec \"$@\"", folder]
    }

    /// An administrator without the powers of one: permissions count.
    static let withoutPowers = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]

    /// Whether conditions can be had on this machine.
    static func isPossible(_ conditions: [String]) -> Bool {
        (try? run(conditions + ["true"], [:])) == 0  // without the tools the answer is no
    }

    /// Runs a test of this program and waits for it.
    ///
    /// - Parameters:
    ///   - test: Suite and test.
    ///   - conditions: A command that runs what follows it.
    ///   - environment: Variables for the process.
    /// - Returns: The exit status.
    /// - Throws: When the command cannot be started.
    static func run(test: String, under conditions: [String], _ environment: [String: String]) throws -> Int32 {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try run(conditions + [program, "--testing-library", "swift-testing", "--filter", test], environment)
    }

    private static func run(_ command: [String], _ environment: [String: String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
