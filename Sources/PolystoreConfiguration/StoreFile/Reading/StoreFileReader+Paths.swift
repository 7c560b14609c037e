import Foundation
import Yams

extension StoreFileReader {
    /// The place that a key's value names: a path, relative to the file's folder, or a `file:` URL.
    func path(_ key: StoreFileKey, in section: YAMLSection) -> URL? {
        guard let text = section.text(key) else { return nil }
        let shown = file.quoted(text, at: section[key]?.place)
        if text.unicodeScalars.contains("\0") {
            section.reportValue(key.name, "cannot contain the character NUL")
            return nil
        }
        if text == "~" || text.hasPrefix("~/") {
            section.reportValue(key.name, "does not know '~'; write ${HOME}")
            return nil
        }
        guard let scheme = scheme(of: text) else {
            return URL(fileURLWithPath: text, isDirectory: false, relativeTo: folder).standardizedFileURL
        }
        guard scheme.lowercased() == "file", let url = URL(string: text), url.isFileURL, !url.path.isEmpty,
            url.host.map({ $0.isEmpty || $0 == "localhost" }) ?? true
        else {
            section.reportValue(key.name, "needs a path or a file: URL; found \(shown)")
            return nil
        }
        return URL(fileURLWithPath: url.path, isDirectory: false).standardizedFileURL
    }

    /// What stands before `://`, or `file` before `file:/`; nil for a path.
    private func scheme(of text: String) -> String? {
        if text.hasPrefix("file:/") { return "file" }
        guard let end = text.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = text[..<end]
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return String(scheme)
    }
}
