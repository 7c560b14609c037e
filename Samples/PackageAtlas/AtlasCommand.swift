import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// The command line of the sample.
struct AtlasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "PackageAtlas",
        abstract: "What a Debian system has installed, and how packages depend on each other.",
        discussion: """
            Reads /var/lib/dpkg/status (or 200 packages that come with the program, where there is none), keeps what it \
            finds in the stores that a store file names, and answers questions about it. A catalogue that was imported \
            earlier is not imported again.

            Exit status: 0 done; 1 the demo's answers differ, or something failed; 64 the command line makes no sense; \
            141 the reader of the output has gone.
            """)

    @Argument(help: ArgumentHelp("The questions to answer; none means all.", valueName: "question"))
    var questions: [String] = []

    @Flag(help: "Ask all questions under three store files, and after kills in a save, and compare the answers.")
    var demo = false

    @Flag(help: "List the questions.")
    var list = false

    @Option(help: ArgumentHelp("The package that the question 'breakage' removes.", valueName: "package"))
    var remove: String?

    @Option(help: ArgumentHelp("The package database to read.", valueName: "file"))
    var status: String?

    @Flag(help: "Read the 200 packages that come with the program.")
    var excerpt = false

    @Flag(help: "Read the package index of apt: everything that could be installed, some 60,000 packages.")
    var index = false

    @Option(help: ArgumentHelp("The store file to work with.", valueName: "file"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Where the store files that come with the program put their stores. Without it: a temporary folder for --demo, "
                + "or else the folder ATLAS_DATA of the environment, or else 'data' beside the store file.",
            valueName: "folder"))
    var data: String?

    @Flag(help: "Keep the stores of the demo.")
    var keep = false

    @Option(help: .hidden)
    var killedImport: KilledImport.Moment?

    func validate() throws {
        if [excerpt, status != nil, index].count(where: { $0 }) > 1 {
            throw ValidationError("--excerpt, --status and --index exclude each other")
        }
        if demo, store != nil { throw ValidationError("--demo brings its own store files") }
        for name in questions where !Question.all.contains(where: { $0.name == name }) {
            throw ValidationError(AtlasError.unknownQuestion(name).description)
        }
    }

    func run() throws {
        let output = TextOutput(.output)
        if list {
            for question in Question.all { try output.writeLine("\(question.name): \(question.title)") }
        } else if let killedImport, let data {
            let folder = URL(filePath: data, directoryHint: .isDirectory)
            try KilledImport(moment: killedImport, data: folder).run(try records())
        } else if demo {
            guard try demonstrate(output) else {
                try output.flush()
                throw ExitCode.failure
            }
        } else {
            try answer(output)
        }
        try output.flush()
    }

    private func demonstrate(_ output: TextOutput) throws -> Bool {
        let chosen = data.map { URL(filePath: $0, directoryHint: .isDirectory) }
        let folder = (chosen ?? FileManager.default.temporaryDirectory)
            .appending(path: "atlas-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            // What cannot be removed from a temporary folder is left to the system.
            if !keep { try? FileManager.default.removeItem(at: folder) }
        }
        if keep { try output.writeLine("stores: \(folder.path(percentEncoded: false))") }
        return try Demonstration(records: try records(), folder: folder, output: output, source: source).run()
    }

    /// The arguments that say where the packages come from.
    private var source: [String] {
        (excerpt ? ["--excerpt"] : []) + (index ? ["--index"] : []) + (status.map { ["--status", $0] } ?? [])
    }

    private func answer(_ output: TextOutput) throws {
        let folder = data.map { URL(filePath: $0, directoryHint: .isDirectory) }
        if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let session = try AtlasSession(storeFile: try store ?? StoreLayout.engines.storeFile, data: folder)
        if try session.isEmpty { try AtlasImporter.load(try records(), into: session.context) }
        for line in try session.placement().lines { try output.writeLine(line) }
        try output.writeLine()
        let asked = questions.isEmpty ? Question.all : Question.all.filter { questions.contains($0.name) }
        try output.write(try session.answers(to: asked, removal: remove).text)
        try session.container.close()
    }

    /// Reads the packages; what is wrong with the file is said on standard error.
    private func records() throws -> [PackageRecord] {
        if index { return try PackageIndex().records(reporting: TextOutput(.error)) }
        let file = status.map { URL(filePath: $0) } ?? (excerpt ? StatusFile.excerpt : StatusFile.preferred)
        guard let file else { throw AtlasError.missingResource("Excerpt/status") }
        var reader = try ControlFileReader(contentsOf: file)
        let records = try PackageRecord.all(in: &reader)
        try reader.reportProblems(on: TextOutput(.error))
        return records
    }
}

extension KilledImport.Moment: ExpressibleByArgument {}
