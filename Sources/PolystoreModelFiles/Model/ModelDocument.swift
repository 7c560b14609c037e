import Foundation
import PolystoreModel

/// One version of a model as Xcode writes it: the `contents` of an `.xcdatamodel`.
///
/// The document holds everything that the file says, also what no `ModelDescription` has a place for: the kind of code
/// generation, unknown attributes and elements, comments. It can be changed and written back.
public struct ModelDocument: Hashable, Sendable {
    /// The model's name.
    public var name: String
    /// The file's name, as messages show it.
    public var file: String
    /// The document.
    public var tree: DocumentTree

    /// Makes a document of a tree.
    public init(name: String, file: String, tree: DocumentTree) {
        self.name = name
        self.file = file
        self.tree = tree
    }

    /// Reads the text of a document.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The model's name.
    ///   - file: The name that messages show.
    /// - Throws: `ModelError` with line and column when the text is no document of a model. What the model says is not
    ///   checked yet; `reading()` does that.
    public init(text: String, name: String, file: String) throws(ModelError) {
        do throws(DocumentFault) {
            tree = try DocumentReader.tree(of: text)
        } catch {
            throw error.error(model: name, file: file)
        }
        self.name = name
        self.file = file
        guard tree.root.name == "model" else {
            let message = "the file holds '\(tree.root.name.prefix(60))', not a model"
            let problem = ModelProblem(.invalidSyntax, message).placed(at: tree.root.place, file: file)
            throw ModelError(model: name, problems: [problem])
        }
    }

    /// Reads an `.xcdatamodel`, or the `contents` in one.
    ///
    /// - Throws: `ModelError` when the file is not there, is of a kind that is not read, or is no document of a model.
    public init(contentsOf url: URL) throws(ModelError) {
        let name = (url.lastPathComponent == "contents" ? url.deletingLastPathComponent() : url)
            .deletingPathExtension().lastPathComponent
        try self.init(contentsOf: url, name: name)
    }

    /// Reads a version of a model that has another name than its version.
    init(contentsOf url: URL, name: String) throws(ModelError) {
        let contents = try ModelFolder.contents(of: url, model: name)
        let text = try ModelFolder.text(of: contents, model: name)
        try self.init(text: text, name: name, file: contents.relativePath)
    }

    /// The text, as Xcode would write it.
    public var text: String { tree.text }

    /// What the document says of the model, checked.
    ///
    /// - Throws: `ModelError` with every problem at once, each with file, line and column.
    public func reading() throws(ModelError) -> ModelReading { try ModelReader.reading(of: self) }

    /// What the document says of the model, checked.
    ///
    /// - Throws: `ModelError` with every problem at once, each with file, line and column.
    public func modelDescription() throws(ModelError) -> ModelDescription { try reading().description }
}
