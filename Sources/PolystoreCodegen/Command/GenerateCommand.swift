import Foundation
import PolystoreModel

/// Generates classes as a command line asks: what `polystore generate` and `polystore-generate` do.
public struct GenerateCommand: Sendable {
    private let arguments: GenerateArguments

    /// Makes a command of the words behind its name.
    ///
    /// - Throws: `GenerationError` for words that make no sense.
    public init(_ words: [String]) throws(GenerationError) { arguments = try GenerateArguments(words) }

    /// Does what is asked for.
    ///
    /// - Parameters:
    ///   - warn: Takes the warnings of the models' readers, line by line; standard error if it is left out.
    ///   - print: Takes what is to be printed, line by line.
    /// - Throws: `GenerationError`, and `ModelError` for models that cannot be read.
    public func run(
        warn: (String) throws -> Void = GenerateCommand.writeToStandardError, print: (String) throws -> Void
    ) throws {
        switch arguments.action {
        case .help: try print(GenerateHelp.text)
        case .version: try print("polystore-generate 0.1.0")
        case .exportTemplates(let folder): try exportTemplates(to: folder, print: print)
        case .write: try write(warn: warn, print: print)
        case .listSourceFiles:
            for files in try generatedFiles(warn: warn) {
                for file in files.files { try print(arguments.folders.path(of: file)) }
            }
        case .listOrphans:
            let writer = FileWriter(arguments.folders)
            for files in try generatedFiles(warn: warn) {
                for orphan in try writer.orphans(of: files) { try print(orphan.path) }
            }
        }
    }

    /// Writes a line to standard error.
    public static func writeToStandardError(_ line: String) throws {
        try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    private func write(warn: (String) throws -> Void, print: (String) throws -> Void) throws {
        let writer = FileWriter(arguments.folders)
        var total = GenerationReport()
        let all = try generatedFiles(warn: warn)
        try requireOwnFiles(all)
        for files in all {
            for note in files.notes { try print("\(files.model): note: \(note)") }
            let report = try writer.write(
                files, keepsManifest: arguments.keepsManifest, removesOrphans: arguments.removesOrphans)
            total.machineFiles += report.machineFiles
            total.humanFiles += report.humanFiles
            total.unchanged += report.unchanged
            total.removed += report.removed
            if arguments.keepsManifest {
                for orphan in try writer.orphans(of: files) {
                    try print("\(orphan.path): note: nothing in the model \(files.model) stands for this file any more")
                }
            }
        }
        if let path = arguments.stubsPath {
            let text = StubSource.text(all)
            try FileWriter.write(text, to: path)
        }
        try print(total.summary)
    }

    /// Refuses models of one run that would write over each other's files, or keep one list of them.
    private func requireOwnFiles(_ all: [GeneratedFiles]) throws(GenerationError) {
        var models: [String: String] = [:]
        for (files, path) in zip(all, arguments.models) {
            let written = files.files.filter { $0.owner == .machine }.map { arguments.folders.path(of: $0) }
            for file in written + ["the list of what was generated of \(files.model)"] {
                if let other = models[file] { throw .sharedFile(path: file, models: [other, path]) }
                models[file] = path
            }
        }
    }

    private func generatedFiles(warn: (String) throws -> Void) throws -> [GeneratedFiles] {
        try arguments.models.map { path in
            var options = arguments.options
            if let folder = arguments.templateFolder {
                options.templates = try TemplateFolder.templates(in: folder, besideModelAt: path)
            }
            let input = try ModelInput(path: path, version: arguments.version)
            for warning in input.warnings { try warn(warning.text(as: "warning")) }
            return try GeneratedFiles(input, options)
        }
    }

    private func exportTemplates(to folder: String, print: (String) throws -> Void) throws {
        let url = URL(filePath: folder)
        for (name, text) in TemplateLibrary.templates.sorted(byName: \.key) {
            let path = "\(folder)/\(name)"
            guard !FileManager.default.fileExists(atPath: url.appending(path: name).path) else {
                try print("\(path): note: this is there already and stays as it is")
                continue
            }
            try FileWriter.write(text, to: path)
            try print(path)
        }
    }
}
