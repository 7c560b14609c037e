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
                problem is refused. What is odd and has the meaning that Core Data gives it is a warning; with --strict \
                it is a problem. The last line counts the models.
                """)

        @Option(name: .customLong("all"), help: "Check every model in this folder and below.")
        var folder: String?

        @Option(
            name: .customLong("exclude"),
            help: ArgumentHelp(
                "With --all, pass over folders of this name, such as 'Pods'; may be repeated.", valueName: "name"))
        var excluded: [String] = []

        @Flag(help: "Refuse models for what is a warning otherwise.")
        var strict = false

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
                    try text.writeLine(try line(about: ModelSource(path), text))
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

        /// What there is to say of a model that can be used, after its warnings and remarks.
        private func line(about source: ModelSource, _ text: TextOutput) throws -> String {
            let found = try source.readings()
            let warnings = found.warnings + found.readings.flatMap(\.reading.warnings)
            let remarks = found.readings.flatMap(\.reading.remarks)
            if strict, !warnings.isEmpty { throw ModelError(model: source.path, problems: warnings) }
            for warning in warnings { try text.writeLine(warning.text(as: "warning")) }
            if self.remarks { for remark in remarks { try text.writeLine(remark.text(as: "note")) } }
            let current = found.readings.first { $0.version == found.current }
            var parts = [Self.count(current?.reading.description.entities.count ?? 0, "entity", "entities")]
            if found.readings.count > 1 { parts.append("\(found.readings.count) versions, current '\(found.current)'") }
            if !warnings.isEmpty { parts.append(Self.count(warnings.count, "warning", "warnings")) }
            if !remarks.isEmpty { parts.append(Self.count(remarks.count, "remark", "remarks")) }
            return "\(source.path): \(parts.joined(separator: ", "))"
        }

        private static func count(_ number: Int, _ one: String, _ many: String) -> String {
            "\(number) \(number == 1 ? one : many)"
        }
    }
}
