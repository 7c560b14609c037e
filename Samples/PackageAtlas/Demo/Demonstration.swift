import Foundation
import Polystore
import PolystoreTerminal

/// Asks the same questions under several store files and compares the answers byte by byte.
struct Demonstration {
    /// The packages that every run imports.
    let records: [PackageRecord]
    /// The folder that gets a folder for each run.
    let folder: URL
    /// Where the report goes.
    let output: TextOutput

    /// Runs every layout and ends with a line that says how it went.
    ///
    /// - Returns: Whether all answers are identical.
    func run() throws -> Bool {
        var reference: Transcript?
        var differing = 0
        for layout in StoreLayout.demo {
            let transcript = try run(layout)
            guard let first = reference else {
                reference = transcript
                try output.writeLine()
                try output.write(transcript.text)
                try output.writeLine()
                continue
            }
            if transcript.text == first.text {
                try output.writeLine("  answers: the same \(transcript.text.utf8.count) bytes")
            } else {
                differing += 1
                for difference in transcript.differences(from: first) {
                    try output.writeLine("  differs: \(difference)")
                }
            }
            try output.writeLine()
        }
        let verdict = differing == 0 ? "answers identical" : "answers differ in \(differing) of them"
        try output.writeLine(
            "demo: \(StoreLayout.demo.count) configurations, \(Question.all.count) questions, \(verdict)")
        return differing == 0
    }

    /// Imports everything under a layout, closes and opens durable stores again, and asks all questions.
    private func run(_ layout: StoreLayout) throws -> Transcript {
        try output.writeLine("\(layout.rawValue): \(layout.summary)")
        let data = folder.appending(path: layout.rawValue, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let session = try AtlasSession(storeFile: try layout.storeFile, data: data)
        try AtlasImporter.load(records, into: session.context, title: layout.rawValue)
        for line in try session.placement().lines { try output.writeLine("  \(line)") }
        try output.flush()
        let transcript = try session.answers(to: Question.all)
        try session.container.close()
        return transcript
    }
}
