import Foundation
import Polystore
import PolystoreModelFiles
import PolystoreTerminal

/// A model on the command line: an `.xcdatamodeld`, an `.xcdatamodel`, a compiled one, a model file in YAML or JSON, or
/// a store that keeps its model.
struct ModelSource {
    /// The path, as it was given.
    let path: String
    private let url: URL

    init(_ path: String) {
        self.path = path
        // Paths in messages are as they were given.
        url = URL(filePath: path.hasSuffix("/") ? String(path.dropLast()) : path)
    }

    /// Whether the model is a file in YAML or JSON, by its name.
    var isModelFile: Bool { ["yaml", "yml", "json"].contains(url.pathExtension.lowercased()) }

    /// Whether the model is one that Xcode compiled, by its name.
    var isCompiled: Bool { ["momd", "mom"].contains(url.pathExtension) }

    /// Whether the model is the one that a store keeps.
    var isStore: Bool { !isModelFile && StoreSource.isStore(url.relativePath) }

    /// Whether Xcode wrote the model as a document, which says more than a model does.
    var isDocument: Bool { !isModelFile && !isCompiled && !isStore }

    /// Reads a version of the model, or the current one.
    func model(version: String?) throws -> ModelDescription { try reading(version: version).description }

    /// Reads a version of the model, or the current one, and writes what is odd about it to standard error.
    func modelWithWarnings(version: String?) throws -> ModelDescription {
        let reading = try reading(version: version)
        let text = TextOutput(.error)
        for warning in reading.warnings { try text.writeLine(warning.text(as: "warning")) }
        try text.flush()
        return reading.description
    }

    private func reading(version: String?) throws -> ModelReading {
        if isModelFile || isStore {
            if let version {
                let what = isStore ? "a store" : "a model file"
                throw CommandError.unknownName(version, what: "version", hint: "; \(what) has only one")
            }
            return isStore ? try StoreSource(path).reading() : ModelReading(description: try ModelFile.read(path: path))
        }
        return try ModelReading(contentsOf: url, version: version)
    }

    /// Reads the document of a version.
    func document(version: String?) throws -> ModelDocument {
        let bundle = try bundle()
        return try bundle.document(of: try version.map { try bundle.version(named: $0) })
    }

    /// The document to write of a model that was read from here: the one that Xcode wrote, or a new one.
    func document(of model: ModelDescription, version: String?) throws -> ModelDocument {
        isDocument ? try document(version: version) : try ModelDocument(model)
    }

    /// Reads every version of the model, and says which is the current one.
    func readings() throws -> ModelReadings {
        if isModelFile || isStore {
            let reading = try reading(version: nil)
            let name = reading.description.name
            return ModelReadings(current: name, readings: [(name, reading)])
        }
        if isCompiled {
            let bundle = try CompiledModelBundle(contentsOf: url)
            return ModelReadings(
                current: try bundle.currentVersion().name,
                readings: try bundle.versions.map { ($0.name, try bundle.model(of: $0).reading) },
                warnings: bundle.warnings)
        }
        let bundle = try bundle()
        let readings = try bundle.readings().map { ($0.version.name, $0.reading) }
        return ModelReadings(
            current: try bundle.currentVersion().name, readings: readings, warnings: try bundle.warnings())
    }

    /// The versions that a store was written with.
    func versions(matching evidence: StoreEvidence) throws -> [StoreMatch] {
        if isModelFile || isStore {
            return StoreMatch.match(of: try model(version: nil), with: evidence).map { [$0] } ?? []
        }
        if isCompiled { return try CompiledModelBundle(contentsOf: url).versions(matching: evidence) }
        return try bundle().versions(matching: evidence)
    }

    /// The model with its versions.
    func bundle() throws -> ModelBundle { try ModelBundle(contentsOf: url) }
}
