import PolystoreModel
import PolystoreModelFiles

/// Texts of documents for tests.
enum ModelText {
    /// A document with some elements.
    static func document(_ elements: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        \(elements)
        </model>
        """
    }

    /// Reads a document with some elements.
    static func read(_ elements: String) throws(ModelError) -> ModelReading {
        try ModelDocument(text: document(elements), name: "Test", file: "contents").reading()
    }

    /// The problems of a document with some elements.
    static func problems(_ elements: String) -> [ModelProblem] { problems(text: document(elements)) }

    /// The problems of a text.
    static func problems(text: String) -> [ModelProblem] {
        do throws(ModelError) {
            _ = try ModelDocument(text: text, name: "Test", file: "contents").reading()
            return []
        } catch {
            return error.problems
        }
    }
}
