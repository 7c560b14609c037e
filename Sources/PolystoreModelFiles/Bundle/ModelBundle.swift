import Foundation
import PolystoreModel

/// A model with its versions: an `.xcdatamodeld`, or an `.xcdatamodel` that stands alone.
public struct ModelBundle: Sendable {
    /// One version of the model.
    public struct Version: Hashable, Sendable {
        /// The version's name, without `.xcdatamodel`.
        public let name: String
        /// The version's folder.
        public let url: URL
    }

    /// The bundle's folder.
    public let url: URL
    /// The model's name: the bundle's, without what follows the dot.
    public let name: String
    /// The versions in the order of their names; never empty.
    public let versions: [Version]

    /// Looks into a bundle; no version is read yet.
    ///
    /// - Throws: `ModelError` when there is no such folder, or no version in it.
    public init(contentsOf url: URL) throws(ModelError) {
        self.url = url
        name = url.deletingPathExtension().lastPathComponent
        guard ModelFolder.exists(url) else {
            throw ModelFolder.failure(.unreadable, "the model does not exist", url, model: name)
        }
        guard url.pathExtension == "xcdatamodeld" else {
            versions = [Version(name: name, url: url)]
            return
        }
        guard ModelFolder.isFolder(url) else {
            throw ModelFolder.failure(
                .unreadable, "this is a file, and a model with versions is a folder", url, model: name)
        }
        versions = try ModelFolder.names(in: url, model: name).filter { $0.hasSuffix(".xcdatamodel") }.map { file in
            Version(name: String(file.dropLast(12)), url: url.appending(path: file))
        }
        if versions.isEmpty {
            throw ModelFolder.failure(
                .noCurrentVersion, "the model has no version: no .xcdatamodel is in it", url, model: name)
        }
    }

    /// The version of a name, with or without `.xcdatamodel`.
    ///
    /// - Throws: `ModelError` that names the versions there are.
    public func version(named name: String) throws(ModelError) -> Version {
        let short = name.hasSuffix(".xcdatamodel") ? String(name.dropLast(12)) : name
        if let version = versions.first(where: { $0.name == short }) { return version }
        let known = versions.map(\.name)
        let list = known.map { "'\($0)'" }.joined(separator: ", ")
        let message = "the model has no version '\(short)'\(Suggestion.hint(for: short, in: known)); versions: \(list)"
        throw ModelFolder.failure(.unknownName, message, url, model: self.name)
    }

    /// The current version: the one that `.xccurrentversion` names; without one, the last in the natural order of the
    /// names, in which `Shop 10` comes after `Shop 2`.
    ///
    /// `warnings()` says when there was a choice.
    ///
    /// - Throws: `ModelError` when the named version is not there.
    public func currentVersion() throws(ModelError) -> Version {
        if let named = try currentVersionName() {
            let short = named.value.hasSuffix(".xcdatamodel") ? String(named.value.dropLast(12)) : named.value
            if let version = versions.first(where: { $0.name == short }) { return version }
            let known = versions.map(\.name)
            let message =
                "the current version is '\(named.value)', which does not exist; versions: "
                + known.map { "'\($0).xcdatamodel'" }.joined(separator: ", ")
            let problem = ModelProblem(.noCurrentVersion, message)
            throw ModelError(
                model: name, problems: [problem.placed(at: named.place, file: currentVersionFile.relativePath)])
        }
        return greatestVersion
    }

    /// The warnings about the bundle, with the meaning that was taken.
    ///
    /// - Throws: `ModelError` when what names the current version cannot be read.
    public func warnings() throws(ModelError) -> [ModelProblem] {
        guard versions.count > 1, try currentVersionName() == nil else { return [] }
        let message =
            "the model has \(versions.count) versions and no .xccurrentversion that says which is the current one: "
            + versions.map { "'\($0.name)'" }.joined(separator: ", ") + "; '\(greatestVersion.name)' is taken"
        return [ModelProblem(.noCurrentVersion, message).placed(at: nil, file: url.relativePath)]
    }

    // A bundle has at least one version.
    private var greatestVersion: Version {
        versions.dropFirst().reduce(versions[0]) { NaturalOrder.isOrdered($0.name, before: $1.name) ? $1 : $0 }
    }

    /// Reads the document of a version.
    ///
    /// - Parameter version: The version; nil for the current one.
    /// - Returns: The document.
    /// - Throws: `ModelError` when the version cannot be read or is no document of a model.
    public func document(of version: Version? = nil) throws(ModelError) -> ModelDocument {
        let version = if let version { version } else { try currentVersion() }
        return try ModelDocument(contentsOf: version.url, name: name)
    }

    /// Reads and checks every version, in the order of their names.
    ///
    /// - Throws: `ModelError` with the problems of all versions, and that of a current version that is missing.
    public func readings() throws(ModelError) -> [(version: Version, reading: ModelReading)] {
        var problems: [ModelProblem] = []
        var result: [(version: Version, reading: ModelReading)] = []
        do throws(ModelError) { _ = try currentVersion() } catch { problems += error.problems }
        for version in versions {
            do throws(ModelError) {
                result.append((version, try document(of: version).reading()))
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw ModelError(model: name, problems: problems) }
        return result
    }

    private var currentVersionFile: URL { url.appending(path: ".xccurrentversion") }

    private func currentVersionName() throws(ModelError) -> (value: String, place: DocumentPlace)? {
        guard url.pathExtension == "xcdatamodeld", ModelFolder.exists(currentVersionFile) else { return nil }
        let text = try ModelFolder.text(of: currentVersionFile, model: name)
        do throws(DocumentFault) {
            return try PropertyListText.texts(of: text)["_XCCurrentVersionName"]
        } catch {
            throw error.error(model: name, file: currentVersionFile.relativePath)
        }
    }
}
