import Foundation

/// The models of a target.
enum ModelFiles {
    /// One model.
    struct Model {
        /// The file or folder.
        let url: URL
        /// The files that it consists of.
        let inputs: [URL]

        /// The name of the file with its classes.
        var sourceName: String {
            let name = url.lastPathComponent.prefix { $0 != "." }
            return name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() + "+Generated.swift"
        }
    }

    /// The name of a file with options of the generator, one a line.
    static let optionsName = "polystore-generate.options"

    /// The models of a folder and below, in the order of their paths.
    static func models(in folder: URL) throws -> [Model] {
        var models: [Model] = []
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        while let url = files.nextObject() as? URL {
            if ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) {
                files.skipDescendants()
                models.append(Model(url: url, inputs: try self.files(of: url, options: folder)))
            } else if url.lastPathComponent.hasSuffix(".model.yaml") {
                models.append(Model(url: url, inputs: [url] + optionsFile(in: folder)))
            }
        }
        return models.sorted { $0.url.path < $1.url.path }
    }

    /// The options that a target gives to the generator.
    static func options(in folder: URL) throws -> [String] {
        guard let file = optionsFile(in: folder).first else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func files(of bundle: URL, options folder: URL) throws -> [URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: bundle.path).sorted()
        let parts = names.filter { $0.hasSuffix("contents") || $0.hasSuffix(".xccurrentversion") }
        return parts.map { bundle.appending(path: $0) } + optionsFile(in: folder)
    }

    private static func optionsFile(in folder: URL) -> [URL] {
        let file = folder.appending(path: optionsName)
        return FileManager.default.fileExists(atPath: file.path) ? [file] : []
    }
}
