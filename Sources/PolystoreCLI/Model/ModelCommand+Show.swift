import ArgumentParser
import Foundation
import Polystore
import PolystoreModelFiles
import PolystoreTerminal

extension ModelCommand {
    /// `polystore model show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what a model says: entities, properties, requests.",
            discussion: """
                With --json everything is written out, also where it is as usual; what there is none of is left out.
                """)

        @Argument(help: ArgumentHelp("The model.", valueName: "model"))
        var path: String

        @OptionGroup var version: VersionOption

        @Flag(help: "Write JSON.")
        var json = false

        func run() throws {
            let source = ModelSource(path)
            let model = try source.modelWithWarnings(version: version.name)
            let outline = ModelOutline(model)
            let text = TextOutput(.output)
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                try text.writeLine(String(decoding: try encoder.encode(outline), as: UTF8.self))
            } else {
                for line in outline.lines { try text.writeLine(line) }
            }
            try text.flush()
        }
    }
}
