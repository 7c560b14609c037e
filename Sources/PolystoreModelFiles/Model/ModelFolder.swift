import Foundation
import PolystoreModel

/// The files and folders that models are in.
enum ModelFolder {
    /// Whether a folder is at a place; links are followed.
    static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether anything is at a place.
    static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The names of what a folder holds, in order.
    static func names(in url: URL, model: String) throws(ModelError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted {
                $0.utf8.lexicographicallyPrecedes($1.utf8)
            }
        } catch {
            throw failure(.unreadable, "the folder cannot be read: \(error.localizedDescription)", url, model: model)
        }
    }

    /// The file with the document of an `.xcdatamodel`.
    static func contents(of url: URL, model: String) throws(ModelError) -> URL {
        guard isFolder(url) else { return url }
        let contents = url.appending(path: "contents")
        if exists(contents) { return contents }
        if exists(url.appending(path: "elements")) {
            let message =
                "this model was written before Xcode 4 (it holds 'elements' and 'layout' instead of 'contents'); open "
                + "and save it once in a later Xcode"
            throw failure(.unsupportedFormat, message, url, model: model)
        }
        throw failure(.unreadable, "the folder holds no 'contents', so it is no model", url, model: model)
    }

    /// The text of a file.
    static func text(of url: URL, model: String) throws(ModelError) -> String {
        let data = try data(of: url, limit: DocumentLimits.size, model: model)
        guard let text = String(validating: data, as: UTF8.self) else {
            throw failure(.invalidSyntax, "the file is not UTF-8 text", url, model: model)
        }
        return text
    }

    /// The bytes of a file.
    static func data(of url: URL, limit: Int, model: String) throws(ModelError) -> Data {
        do {
            // Links are followed by hand: attributes are those of the link itself.
            let path = url.resolvingSymlinksInPath().path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw failure(.unreadable, "this is not an ordinary file", url, model: model)
            }
            guard let size = attributes[.size] as? Int, size <= limit else {
                throw failure(.limit, "the file is larger than \(limit >> 20) MiB", url, model: model)
            }
            return try Data(contentsOf: URL(filePath: path))
        } catch let error as ModelError {
            throw error
        } catch {
            let isMissing = [.fileReadNoSuchFile, .fileNoSuchFile].contains((error as? CocoaError)?.code)
            let message =
                isMissing ? "the file does not exist" : "the file cannot be read: \(error.localizedDescription)"
            throw failure(.unreadable, message, url, model: model)
        }
    }

    /// An error about a file or folder as a whole.
    static func failure(
        _ code: ModelProblem.Code, _ message: String, _ url: URL, model: String
    ) -> ModelError {
        ModelError(model: model, problems: [ModelProblem(code, message).placed(at: nil, file: url.relativePath)])
    }
}
