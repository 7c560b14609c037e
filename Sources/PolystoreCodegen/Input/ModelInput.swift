import Foundation
import PolystoreConfiguration
import PolystoreModel
import PolystoreModelFiles

/// A model that classes are generated for.
public struct ModelInput: Sendable {
    /// The model, with every inverse named.
    public let model: ModelDescription
    /// What is odd about the file, and read with the meaning that Core Data gives it; each with its place.
    public let warnings: [ModelProblem]

    /// Makes an input of a description.
    public init(_ model: ModelDescription) { self.init(ModelReading(description: model)) }

    private init(_ reading: ModelReading) {
        model = ModelNameResolution.resolve(reading.description)
        warnings = reading.warnings
    }

    /// Reads a model: an `.xcdatamodeld`, an `.xcdatamodel`, a compiled one, or a model file in YAML or JSON.
    ///
    /// - Parameters:
    ///   - path: The file or folder.
    ///   - version: The version; nil for the current one.
    /// - Throws: `ModelError` with every problem of the model.
    public init(path: String, version: String? = nil) throws {
        let url = URL(filePath: path.hasSuffix("/") ? String(path.dropLast()) : path)
        switch url.pathExtension.lowercased() {
        case "yaml", "yml", "json":
            if version != nil {
                throw GenerationError.usage("a model file has no versions, so --version has no meaning for '\(path)'")
            }
            self.init(try ModelFile.read(path: path))
        case "momd", "mom", "xcdatamodeld", "xcdatamodel", "":
            self.init(try ModelReading(contentsOf: url, version: version))
        default:
            throw GenerationError.model(
                path: path, reason: "this is no model: .xcdatamodeld, .xcdatamodel, .momd, .mom, .yaml and .json are")
        }
    }

    /// The files that the model is read from: what a build watches.
    public static func files(ofModelAt path: String) -> [URL] {
        let url = URL(filePath: path)
        guard let names = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) else { return [url] }
        let files = names.compactMap { $0 as? URL }.filter {
            ["contents", ".xccurrentversion"].contains($0.lastPathComponent)
        }
        return files.isEmpty ? [url] : files.sorted { $0.path < $1.path }
    }
}
