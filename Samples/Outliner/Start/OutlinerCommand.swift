import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// The command line of the sample.
struct OutlinerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Outliner",
        abstract: "Edit an outline in the terminal.",
        discussion: """
            The outline is kept in a folder: items in SQLite, tags in LMDB, the cursor in memory, as the store file \
            outliner.json there says, which the first start writes. A folder that is not there is made.

            Exit status: 0 done; 64 the command line makes no sense, or there is no terminal; 65 the store file or a store \
            is wrong; 66 the folder or a file is not there or cannot be read; 69 a store cannot be used now; 70 something \
            else went wrong; 74 reading or writing failed; 130 interrupted, and what was not saved is given up.
            """)

    @Argument(help: "The folder of the outline.")
    var folder: String

    @Flag(name: .customLong("print"), help: "Print the outline and end; no terminal is needed.")
    var prints = false

    func run() throws {
        let session = prints ? nil : try TerminalSession()
        let folder = try OutlineFolder(path: folder)
        let container = try folder.open()
        let status: ExitStatus
        do {
            let outline = try Outline(container)
            if let session {
                let name = folder.url.standardizedFileURL.lastPathComponent
                status = try session.run(OutlineEditor(outline, name: name))
            } else {
                try printOut(outline)
                status = .success
            }
        } catch {
            // The error tells more than what closing could add.
            try? container.close()
            throw error
        }
        try container.close()
        if status != .success { throw ExitCode(status.rawValue) }
    }

    private func printOut(_ outline: Outline) throws {
        let output = TextOutput(.output)
        for row in outline.rows { try output.writeLine(ScreenRenderer.plainLine(row)) }
        try output.flush()
    }
}
