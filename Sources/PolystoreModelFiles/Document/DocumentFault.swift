import PolystoreModel

/// An error in the text of a document, and its place.
struct DocumentFault: Error {
    let code: ModelProblem.Code
    let message: String
    let place: DocumentPlace

    init(_ code: ModelProblem.Code, _ message: String, at place: DocumentPlace) {
        self.code = code
        self.message = message
        self.place = place
    }

    init(_ message: String, at place: DocumentPlace) { self.init(.invalidSyntax, message, at: place) }

    /// The fault as an error of a model.
    func error(model: String, file: String) -> ModelError {
        ModelError(model: model, problems: [ModelProblem(code, message).placed(at: place, file: file)])
    }
}
