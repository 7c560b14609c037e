import ArgumentParser
import Foundation
import Polystore
import PolystoreModelFiles
import PolystoreTerminal

extension ModelCommand {
    /// `polystore model convert`.
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a model as an .xcdatamodeld, an .xcdatamodel or a model file in YAML.",
            discussion: """
                The name of the output says which: .xcdatamodeld, .xcdatamodel or .yaml. Nothing is written over. A \
                document of Xcode is written as it is; in a model file everything that concerns stores is kept, and what \
                only Xcode reads stays behind.
                """)

        @Argument(help: ArgumentHelp("The model.", valueName: "model"))
        var input: String

        @Argument(help: ArgumentHelp("The file or folder to write.", valueName: "output"))
        var output: String

        @OptionGroup var version: VersionOption

        func run() throws {
            let source = ModelSource(input)
            let model = try source.modelWithWarnings(version: version.name)
            let url = URL(filePath: output.hasSuffix("/") ? String(output.dropLast()) : output)
            guard !FileManager.default.fileExists(atPath: url.path) else {
                throw CommandError.outputExists(path: output)
            }
            switch url.pathExtension {
            case "xcdatamodeld":
                try ModelBundle.write(source.document(of: model, version: version.name), to: url)
            case "xcdatamodel":
                try source.document(of: model, version: version.name).write(to: url)
            case "yaml", "yml":
                // A model file has to be one that can be used.
                let problems = model.problems
                guard problems.isEmpty else { throw ModelError(model: model.name, problems: problems) }
                let text = try ModelFile.text(of: model)
                do {
                    try Data(text.utf8).write(to: url)
                } catch {
                    throw CommandError.notWritten(path: output, reason: error.localizedDescription)
                }
            default: throw CommandError.unknownOutput(path: output)
            }
            let text = TextOutput(.output)
            try text.writeLine("\(output): \(model.entities.count) entities")
            try text.flush()
        }
    }
}
