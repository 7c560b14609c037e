import Foundation

/// A folder with the user's own templates.
enum TemplateFolder {
    /// The templates of a folder, which is looked for from here on and beside the model.
    static func templates(
        in folder: String, besideModelAt model: String
    ) throws(GenerationError) -> [String: String] {
        let beside = URL(filePath: model).deletingLastPathComponent().appending(path: folder)
        let candidates = [URL(filePath: folder), beside]
        guard let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw .template(name: folder, reason: "there is no such folder, neither here nor beside the model")
        }
        var result: [String: String] = [:]
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: url.path) where name.hasSuffix(".stencil") {
                let data = try Data(contentsOf: url.appending(path: name))
                result[name] = String(decoding: data, as: UTF8.self)
            }
        } catch {
            throw .template(name: folder, reason: error.localizedDescription)
        }
        guard !result.isEmpty else {
            throw .template(name: folder, reason: "no template is in it: none ends with .stencil")
        }
        return result
    }
}
