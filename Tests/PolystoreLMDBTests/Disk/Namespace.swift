import Foundation

/// A mount table of its own for some tests: disks that are small or read-only, without privileges.
enum Namespace {
    private static let variable = "POLYSTORE_NAMESPACE"

    /// Whether this process is in such a namespace.
    static let isInside = ProcessInfo.processInfo.environment[variable] != nil

    /// Whether the system lets this process make one.
    static let isPossible = (try? run(["unshare", "-Urm", "true"]))?.status == 0  // a program that is missing: no

    /// Runs the tests whose names match in a process of their own, in a new namespace, with a folder for temporary files.
    static func test(_ filter: String, _ folder: URL) async throws -> (status: Int32, output: String) {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try await withCheckedThrowingContinuation { continuation in
            // Waiting takes a thread, which tasks cannot spare.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try run(
                            ["unshare", "-Urm", program, "--testing-library", "swift-testing", "--filter", filter],
                            // What was mounted on cannot be removed from inside.
                            [variable: "1", "TMPDIR": folder.path])
                    })
            }
        }
    }

    /// Mounts something in this namespace.
    static func mount(_ arguments: String...) throws {
        let (status, output) = try run(["mount"] + arguments)
        if status != 0 { throw Refused(output: output) }
    }

    /// A mount that the system did not make.
    struct Refused: Error {
        let output: String
    }

    private static func run(
        _ command: [String], _ environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
