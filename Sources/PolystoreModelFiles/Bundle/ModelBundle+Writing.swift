import Foundation
import PolystoreModel

extension ModelBundle {
    /// Writes a document as a version of a bundle, and makes that version the current one.
    ///
    /// The bundle is made if it is not there; its other versions stay as they are.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - url: The `.xcdatamodeld`.
    ///   - version: The version's name; nil for the bundle's own.
    /// - Returns: The bundle with the version.
    /// - Throws: `ModelError` when a file cannot be written.
    @discardableResult
    public static func write(
        _ document: ModelDocument, to url: URL, version: String? = nil
    ) throws(ModelError) -> ModelBundle {
        let name = url.deletingPathExtension().lastPathComponent
        let file = (version ?? name) + ".xcdatamodel"
        try document.write(to: url.appending(path: file))
        // A key with one text, so it needs no writer of property lists; Xcode indents by tabs here.
        let value = DocumentWriter.escaped(file, isAttribute: false)
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>_XCCurrentVersionName</key>
            \t<string>\(value)</string>
            </dict>
            </plist>

            """
        do {
            try Data(list.utf8).write(to: url.appending(path: ".xccurrentversion"), options: .atomic)
        } catch {
            throw ModelFolder.failure(
                .unwritable, "the current version cannot be written: \(error.localizedDescription)", url, model: name)
        }
        return try ModelBundle(contentsOf: url)
    }
}
