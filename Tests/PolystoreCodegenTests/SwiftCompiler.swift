import Foundation
import TestFolders
import Testing

/// The compiler, with the modules that were built beside the tests.
enum SwiftCompiler {
    /// What it said, and whether it was content.
    struct Result {
        let status: Int32
        let messages: String
    }

    /// Checks the types of source files; warnings are errors.
    static func check(_ folder: TemporaryFolder) throws -> Result {
        try run(["-typecheck", "-module-name", "Generated"], in: folder)
    }

    /// Makes a program of source files and what the modules hold.
    static func build(_ folder: TemporaryFolder, program: String) throws -> Result {
        let modules = [
            "Polystore", "PolystoreChangeRecords", "PolystoreConfiguration", "PolystoreCore", "PolystoreLMDB",
            "PolystoreMemory",
            "PolystoreModel",
            "PolystoreModelFiles", "PolystoreQuery", "PolystoreRecordLayer", "PolystoreSQLite", "PolystoreStorage",
            "CPolystoreChecksum", "CPolystoreSystem",
            "Yams", "CYaml",
        ]
        var objects: [String] = []
        for module in modules {
            let build = products.appending(path: "\(module).build")
            let sources = try sourceNames(in: build)
            for name in try FileManager.default.subpathsOfDirectory(atPath: build.path) where name.hasSuffix(".o") {
                if let sources, !sources.contains(String(name.dropLast(2))) { continue }
                objects.append(build.appending(path: name).path)
            }
        }
        return try run(
            ["-module-name", "Generated", "-o", program, "-lsqlite3", "-llmdb"] + objects, in: folder)
    }

    /// The names of the Swift files that a module was built of last; nil for a module of C.
    ///
    /// The build keeps objects of files that are gone or have another name now.
    private static func sourceNames(in build: URL) throws -> Set<String>? {
        let list = build.appending(path: "sources")
        guard FileManager.default.fileExists(atPath: list.path) else { return nil }
        let paths = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
        return Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    /// Runs a program.
    static func launch(_ program: String, _ arguments: [String], in folder: URL) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, messages: String(decoding: data, as: UTF8.self))
    }

    /// The test bundle lies beside what was built.
    private static var products: URL {
        (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    }

    private static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Result {
        let package = products.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        var words = [
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "MemberImportVisibility", "-I", products.appending(path: "Modules").path,
        ]
        let maps = [
            products.appending(path: "CPolystoreChecksum.build/module.modulemap"),
            products.appending(path: "CPolystoreSystem.build/module.modulemap"),
            products.appending(path: "../../checkouts/Yams/Sources/CYaml/include/module.modulemap").standardizedFileURL,
            package.appending(path: "Backends/CPolystoreSQLite/module.modulemap"),
            package.appending(path: "Backends/CPolystoreLMDB/module.modulemap"),
        ]
        for map in maps where FileManager.default.fileExists(atPath: map.path) {
            words += ["-Xcc", "-fmodule-map-file=\(map.path)"]
        }
        words += arguments + (try folder.names().filter { $0.hasSuffix(".swift") })
        return try launch("/usr/bin/env", words, in: folder.url)
    }
}
