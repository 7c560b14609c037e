import ArgumentParser
import Foundation
import Polystore
import PolystoreModelFiles
import PolystoreTerminal

extension ModelCommand {
    /// `polystore model check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check models with all their versions.",
            discussion: """
                Reads every version and reports every problem at once, each with file, line and column. A model with a \
                problem is refused. The last line counts the models.
                """)

        @Option(name: .customLong("all"), help: "Check every model in this folder and below.")
        var folder: String?

        @Option(
            name: .customLong("exclude"),
            help: ArgumentHelp(
                "With --all, pass over folders of this name, such as 'Pods'; may be repeated.", valueName: "name"))
        var excluded: [String] = []

        @Flag(help: "Also print what is ignored, and names that classes cannot have.")
        var remarks = false

        @Argument(help: ArgumentHelp("The models.", valueName: "model"))
        var paths: [String] = []

        func validate() throws {
            if folder == nil, paths.isEmpty { throw ValidationError("Name models, or a folder with --all.") }
            if folder == nil, !excluded.isEmpty { throw ValidationError("'--exclude' needs a folder with --all.") }
        }

        func run() throws {
            let text = TextOutput(.output)
            let found = try folder.map { folder in
                try ModelBundle.bundles(below: URL(filePath: folder), excluding: Set(excluded)).map(\.relativePath)
            }
            var (loaded, refused, isMissing) = (0, 0, false)
            for (place, path) in (paths + (found ?? [])).enumerated() {
                do {
                    try text.writeLine(try Self.line(about: ModelSource(path), text, remarks: remarks))
                    loaded += 1
                } catch let error as ModelError {
                    try text.writeLine("\(path): refused")
                    try text.flush()
                    let report = FailureReport(error)
                    report.show(on: Terminal(.error))
                    if place < paths.count, report.status == .missingInput { isMissing = true }
                    refused += 1
                }
            }
            try text.writeLine("models: \(loaded) loaded, \(refused) refused")
            try text.flush()
            // A model that was named and is not there was not checked: that is no finding.
            if isMissing { throw ExitCode(CommandStatus.missingInput.rawValue) }
            if refused > 0 { throw ExitCode(CommandStatus.findings.rawValue) }
        }

        /// What there is to say of a model that can be used, after its remarks.
        private static func line(about source: ModelSource, _ text: TextOutput, remarks isWanted: Bool) throws -> String
        {
            let (current, readings) = try source.readings()
            let remarks = readings.flatMap(\.reading.remarks)
            if isWanted {
                for remark in remarks {
                    try text.writeLine(remark.description.replacing(": error: ", with: ": note: ", maxReplacements: 1))
                }
            }
            let entities = readings.first { $0.version == current }?.reading.description.entities.count ?? 0
            var parts = ["\(entities) \(entities == 1 ? "entity" : "entities")"]
            if readings.count > 1 { parts.append("\(readings.count) versions, current '\(current)'") }
            if !remarks.isEmpty { parts.append("\(remarks.count) \(remarks.count == 1 ? "remark" : "remarks")") }
            return "\(source.path): \(parts.joined(separator: ", "))"
        }
    }
}
