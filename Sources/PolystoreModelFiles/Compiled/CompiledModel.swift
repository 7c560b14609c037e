import Foundation
import PolystoreModel

/// One version of a model as Xcode compiles it: a `.mom`.
///
/// Enough of it is read to open a store whose source model is lost: entities, attributes, relationships, fetched
/// properties, indexes, constraints, configurations and requests. What a compiled model keeps in forms that only
/// Apple's framework reads is remarked.
public struct CompiledModel: Sendable {
    /// The model's name.
    public let name: String
    /// The file's name, as messages show it.
    public let file: String
    /// What the model says, and what of it was not read.
    public let reading: ModelReading

    /// Reads a `.mom`.
    ///
    /// - Throws: `ModelError` when the file is not there, is damaged, or holds no model that can be used.
    public init(contentsOf url: URL) throws(ModelError) {
        try self.init(contentsOf: url, name: url.deletingPathExtension().lastPathComponent)
    }

    init(contentsOf url: URL, name: String) throws(ModelError) {
        let data = try ModelFolder.data(of: url, limit: BinaryPropertyList.sizeLimit, model: name)
        try self.init(data: data, name: name, file: url.relativePath)
    }

    /// Reads the bytes of a `.mom`.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The model's name.
    ///   - file: The name that messages show.
    /// - Throws: `ModelError` when the bytes are damaged or hold no model that can be used.
    public init(data: Data, name: String, file: String) throws(ModelError) {
        self.name = name
        self.file = file
        let archive: KeyedArchive
        do throws(BinaryPropertyList.Fault) {
            archive = try KeyedArchive(data)
        } catch {
            let problem = ModelProblem(.invalidSyntax, error.message, [.offset: String(error.offset)])
            throw ModelError(model: name, problems: [problem.placed(at: nil, file: file)])
        }
        reading = try CompiledModelReader.reading(of: archive, name: name, file: file)
    }
}
