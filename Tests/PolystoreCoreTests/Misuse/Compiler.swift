import Foundation

/// Runs the Swift compiler against the modules that the tests were built with.
enum Compiler {
    /// An error of the compiler.
    struct Diagnostic: Sendable {
        let line: Int
        let text: String
    }

    /// Where the compiler is; nil when it is not on the path.
    static let location: URL? = {
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// The folder of the build that the running tests are part of.
    private static let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    /// Compiles a program of one file without producing anything.
    static func diagnose(_ source: String) async throws -> [Diagnostic] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left in a temporary folder does no harm
        let file = folder.appendingPathComponent("program.swift")
        try Data(source.utf8).write(to: file)
        // The region checks run after type checking, on the intermediate language.
        let words = ([location?.path ?? "swiftc"] + arguments(file)).map { "'\($0)'" }
        let command = words.joined(separator: " ") + " 2>&1"
        let (output, succeeded) = await onThread { ShellCommand.run(command) }
        return read(output, succeeded)
    }

    private static func arguments(_ file: URL) -> [String] {
        let maps = ["CPolystoreChecksum", "CPolystoreSystem"].flatMap {
            module in
            ["-Xcc", "-fmodule-map-file=\(build.appendingPathComponent("\(module).build/module.modulemap").path)"]
        }
        let features = ["ExistentialAny", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
        return ["-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
            + features.flatMap { ["-enable-upcoming-feature", $0] }
            + ["-I", build.appendingPathComponent("Modules").path] + maps
            + ["-diagnostic-style", "llvm", file.path]
    }

    private static func read(_ output: String, _ succeeded: Bool) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for line in output.split(separator: "\n") {
            guard let error = line.range(of: ": error: ") else { continue }
            let place = line[..<error.lowerBound].split(separator: ":")
            let isProgram = place.first?.hasSuffix("program.swift") ?? false
            found.append(
                Diagnostic(
                    line: isProgram && place.count > 1 ? Int(place[1]) ?? 0 : 0,
                    text: String(line[error.upperBound...])))
        }
        if !succeeded, found.isEmpty { found.append(Diagnostic(line: 0, text: output)) }
        return found
    }
}
