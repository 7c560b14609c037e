import PolystoreModel

extension ModelDocument {
    /// Makes the document of a model, with everything in Xcode's order.
    ///
    /// What is read from it is the model again. Xcode shows entities and properties by name, so they are written so.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - file: The name that messages show.
    /// - Throws: `ModelError` that names everything that the format has no place for: sort keys of requests, values
    ///   that are objects, conditions that have no text.
    public init(_ model: ModelDescription, file: String = "contents") throws(ModelError) {
        let tree = try ModelWriter.tree(of: model)
        self.init(name: model.name, file: file, tree: tree)
    }
}
