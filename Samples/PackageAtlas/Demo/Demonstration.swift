import Foundation
import Polystore
import PolystoreTerminal

/// Asks the same questions under several store files, and after a kill in the middle of a save, and compares the answers byte
/// by byte.
struct Demonstration {
    /// The packages that every run imports.
    let records: [PackageRecord]
    /// The folder that gets a folder for each run.
    let folder: URL
    /// Where the report goes.
    let output: TextOutput
    /// The arguments of this program that say where the packages come from.
    let source: [String]

    /// Runs every layout, and ends with a line that says how it went.
    ///
    /// - Returns: Whether all answers are identical.
    func run() throws -> Bool {
        var reference: Transcript?
        var differing = 0
        for layout in StoreLayout.demo {
            let transcript = try run(layout)
            guard let reference else {
                reference = transcript
                try output.writeLine()
                try output.write(transcript.text)
                try output.writeLine()
                continue
            }
            if !(try compare(transcript, reference)) { differing += 1 }
        }
        for moment in KilledImport.Moment.allCases {
            let transcript = try run(killedAt: moment)
            if let reference, !(try compare(transcript, reference)) { differing += 1 }
        }
        let verdict = differing == 0 ? "answers identical" : "answers differ in \(differing) of them"
        try output.writeLine(
            "demo: \(StoreLayout.demo.count) configurations, \(KilledImport.Moment.allCases.count) kills, "
                + "\(Question.all.count) questions, \(verdict)")
        return differing == 0
    }

    private func compare(_ transcript: Transcript, _ reference: Transcript) throws -> Bool {
        let isSame = transcript.text == reference.text
        if isSame { try output.writeLine("  answers: the same \(transcript.text.utf8.count) bytes") }
        for difference in transcript.differences(from: reference) {
            try output.writeLine("  differs: \(difference)")
        }
        try output.writeLine()
        return isSame
    }

    /// Has a process import everything in one save over several stores and killed in the middle of it, makes up for what is
    /// not there, and asks all questions.
    private func run(killedAt moment: KilledImport.Moment) throws -> Transcript {
        try output.writeLine("\(KilledImport.layout.rawValue), \(moment.outcome)")
        try output.flush()
        let data = folder.appending(path: "killed-\(moment.rawValue)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try KilledImport(moment: moment, data: data).runProcess(source)
        let session = try AtlasSession(storeFile: try KilledImport.layout.storeFile, data: data)
        let redone = session.container.coordinator.recoveredSaves.filter { $0.value > 0 }
        for (store, count) in redone.sorted(by: { $0.key < $1.key }) {
            try output.writeLine("  \(store): \(count) save made up for by recovery")
        }
        if try session.isEmpty {
            try AtlasImporter.load(records, into: session.context, title: moment.rawValue)
        } else {
            // Bookmarks are in memory, and have gone with the process.
            let context = session.context
            try AtlasImporter.bookmark(in: context) { name in
                try context.first(FetchRequest(PackageNode.self).where(PackageNode.name == name))
            }
            try context.save()
        }
        let transcript = try session.answers(to: Question.all)
        try session.container.close()
        return transcript
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
