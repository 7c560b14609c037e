import Foundation
import PolystoreModel

extension ModelDocument {
    /// Writes the document as the `contents` of an `.xcdatamodel`, or as the file itself when its name has no such end.
    ///
    /// The file is replaced at once, so that no reader sees half of it.
    ///
    /// - Throws: `ModelError` when the file cannot be written.
    public func write(to url: URL) throws(ModelError) {
        do {
            var file = url
            if url.pathExtension == "xcdatamodel" {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
                file = url.appending(path: "contents")
            }
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw ModelFolder.failure(
                .unwritable, "the model cannot be written: \(error.localizedDescription)", url, model: name)
        }
    }
}
