import Foundation
import Testing

/// The command `polystore`, run as a user runs it.
struct CommandProcess {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the command in a folder and waits for its end.
    init(_ arguments: [String], in folder: URL, environment: [String: String] = [:]) throws {
        try self.init(program: try Self.command(), arguments, in: folder, environment: environment)
    }

    /// Runs the command and presses the interrupt key as soon as a file is there.
    init(_ arguments: [String], in folder: URL, interruptedBy file: String) throws {
        let place = folder.appending(path: file).path
        try self.init(program: try Self.command(), arguments, in: folder, environment: [:]) { process in
            while process.isRunning, !FileManager.default.fileExists(atPath: place) { usleep(500) }
            process.interrupt()
        }
    }

    /// Runs the command and kills it as soon as a file is there.
    init(_ arguments: [String], in folder: URL, killedBy file: String) throws {
        let place = folder.appending(path: file).path
        try self.init(program: try Self.command(), arguments, in: folder, environment: [:]) { process in
            while process.isRunning, access(place, F_OK) != 0 {}
            kill(process.processIdentifier, SIGKILL)
        }
    }

    /// Runs a line of bash in which `polystore` is the command.
    init(shell line: String, in folder: URL) throws {
        let function = "polystore() { \"$POLYSTORE_COMMAND\" \"$@\"; }; "
        try self.init(
            program: URL(filePath: "/bin/bash"), ["-c", function + line], in: folder,
            environment: ["POLYSTORE_COMMAND": try Self.command().path])
    }

    /// The test bundle lies beside the programs of the package.
    private static func command() throws -> URL {
        try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(path: "polystore")
    }

    private init(
        program: URL, _ arguments: [String], in folder: URL, environment: [String: String],
        meanwhile: (Process) -> Void = { _ in }
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors) = (folder.appending(path: ".out-\(UUID())"), folder.appending(path: ".err-\(UUID())"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        meanwhile(process)
        process.waitUntilExit()
        status = process.terminationStatus
        self.output = try String(contentsOf: output, encoding: .utf8)
        self.errors = try String(contentsOf: errors, encoding: .utf8)
        for file in [output, errors] { try FileManager.default.removeItem(at: file) }
    }
}
