import Foundation
import PolystoreTerminal

/// The packages that apt could install: its lists, read through its own helper, because they may be compressed.
struct PackageIndex {
    /// The folder of apt's lists.
    var lists = URL(filePath: "/var/lib/apt/lists", directoryHint: .isDirectory)
    /// The program that writes a list in plain text, however it is compressed.
    var helper = URL(filePath: "/usr/lib/apt/apt-helper")

    /// The packages of all lists, each once: the highest version of a name and architecture.
    ///
    /// - Throws: `AtlasError` when there are no lists or no helper; `ControlFileError`.
    func records(reporting errors: TextOutput) throws -> [PackageRecord] {
        var newest: [String: PackageRecord] = [:]
        for file in try files() {
            for record in try records(of: file, reporting: errors) {
                let name = "\(record.name):\(record.architecture)"
                if let known = newest[name], DebianVersion(known.version) >= DebianVersion(record.version) { continue }
                newest[name] = record
            }
        }
        return newest.sorted { $0.key < $1.key }.map(\.value)
    }

    private func files() throws -> [URL] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: lists.path(percentEncoded: false))
        } catch {
            throw AtlasError.noIndex("no folder \(lists.path(percentEncoded: false))")
        }
        let packages = names.sorted().filter { name in
            name.firstRange(of: "_Packages").map { $0.upperBound == name.endIndex || name[$0.upperBound] == "." }
                ?? false
        }
        guard !packages.isEmpty else {
            throw AtlasError.noIndex("no lists in \(lists.path(percentEncoded: false)); run 'apt-get update'")
        }
        return packages.map { lists.appending(path: $0) }
    }

    private func records(of file: URL, reporting errors: TextOutput) throws -> [PackageRecord] {
        let plain = FileManager.default.temporaryDirectory.appending(path: "packages-\(UUID().uuidString)")
        try Data().write(to: plain)
        defer {
            // What cannot be removed from a temporary folder is left to the system.
            try? FileManager.default.removeItem(at: plain)
        }
        let process = Process()
        process.executableURL = helper
        process.arguments = ["cat-file", file.path(percentEncoded: false)]
        let output = try FileHandle(forWritingTo: plain)
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw AtlasError.noIndex("no program \(helper.path(percentEncoded: false))")
        }
        process.waitUntilExit()
        try output.close()
        guard process.terminationStatus == 0 else {
            throw AtlasError.noIndex("apt-helper failed on \(file.lastPathComponent)")
        }
        var reader = try ControlFileReader(contentsOf: plain, named: file.lastPathComponent)
        let records = try PackageRecord.all(in: &reader, requiring: PackageRecord.indexFields)
        try reader.reportProblems(on: errors)
        return records
    }
}
