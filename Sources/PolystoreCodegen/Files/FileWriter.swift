import Foundation
import PolystoreModel

/// Writes the files of models: the machine's when their content changed, people's when they are not there.
public struct FileWriter: Sendable {
    /// Where the files are.
    public let folders: OutputFolders

    /// Makes a writer.
    public init(_ folders: OutputFolders) { self.folders = folders }

    /// Writes the files of a model, and into the list of generated files what they are.
    ///
    /// A file that belongs to people is never touched. Machine files whose entity is gone are removed only if that is
    /// asked for, and only if they still say that they were generated.
    ///
    /// - Throws: `GenerationError` before anything is written when a machine file would take the place of one that was
    ///   not generated, and when a file cannot be written.
    public func write(
        _ generated: GeneratedFiles, keepsManifest: Bool = true, removesOrphans: Bool = false
    ) throws(GenerationError) -> GenerationReport {
        for file in generated.files where file.owner == .machine {
            let path = folders.path(of: file)
            guard let text = try read(path) else { continue }
            if !text.hasPrefix(SourceRenderer.mark) { throw .foreignFile(path: path) }
        }
        var report = GenerationReport()
        for file in generated.files {
            let path = folders.path(of: file)
            switch file.owner {
            case .human where FileManager.default.fileExists(atPath: path): report.unchanged += 1
            case .human:
                try Self.write(file.text, to: path)
                report.humanFiles.append(path)
            case .machine where try read(path) == file.text: report.unchanged += 1
            case .machine:
                try Self.write(file.text, to: path)
                report.machineFiles.append(path)
            }
        }
        if keepsManifest {
            if removesOrphans {
                for orphan in try orphans(of: generated) where orphan.owner == .machine {
                    guard let text = try read(orphan.path), text.hasPrefix(SourceRenderer.mark) else { continue }
                    try remove(orphan.path)
                    report.removed.append(orphan.path)
                }
            }
            try updateManifest(generated)
        }
        return report
    }

    /// The files of earlier runs that nothing in the model stands for any more, and that are still there.
    public func orphans(of generated: GeneratedFiles) throws(GenerationError) -> [OrphanedFile] {
        let manifest = try GenerationManifest(at: manifestPath)
        guard let known = manifest.models[generated.model] else { return [] }
        // A file may have gone over to another model.
        var current = Set(generated.files.map { folders.path(of: $0) })
        for (model, files) in manifest.models where model != generated.model {
            current.formUnion(files.machine.map { folders.path(of: $0, .machine) })
            current.formUnion(files.human.map { folders.path(of: $0, .human) })
        }
        let candidates =
            known.machine.map { OrphanedFile(path: folders.path(of: $0, .machine), owner: .machine) }
            + known.human.map { OrphanedFile(path: folders.path(of: $0, .human), owner: .human) }
        return candidates.filter { !current.contains($0.path) && FileManager.default.fileExists(atPath: $0.path) }
    }

    private var manifestPath: String { folders.path(of: GenerationManifest.fileName, .machine) }

    /// Files whose entity is gone stay in the list until they are gone too, so that they can be found later.
    private func updateManifest(_ generated: GeneratedFiles) throws(GenerationError) {
        let orphans = try orphans(of: generated)
        var manifest = try GenerationManifest(at: manifestPath)
        var files = GenerationManifest.Files()
        func names(_ owner: GeneratedFile.Owner) -> [String] {
            let left = orphans.filter { $0.owner == owner }.map { URL(filePath: $0.path).lastPathComponent }
            return Set(generated.files.filter { $0.owner == owner }.map(\.name) + left).sorted(byName: \.self)
        }
        files.machine = names(.machine)
        files.human = names(.human)
        manifest.models[generated.model] = files
        let text = try manifest.text()
        if try read(manifestPath) != text { try Self.write(text, to: manifestPath) }
    }

    private func read(_ path: String) throws(GenerationError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw .file(path: path, reason: "this cannot be read: \(error.localizedDescription)")
        }
    }

    /// Writes a file in one step, with the folders that it lies in.
    static func write(_ text: String, to path: String) throws(GenerationError) {
        do {
            let url = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw .file(path: path, reason: "this cannot be written: \(error.localizedDescription)")
        }
    }

    private func remove(_ path: String) throws(GenerationError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .file(path: path, reason: "this cannot be removed: \(error.localizedDescription)")
        }
    }
}
