import Foundation
import PolystoreModel

/// A compiled model with its versions: a `.momd`, or a `.mom` that stands alone.
public struct CompiledModelBundle: Sendable {
    /// One version of the model.
    public struct Version: Hashable, Sendable {
        /// The version's name, without `.mom`.
        public let name: String
        /// The version's file.
        public let url: URL
        /// Core Data's own hash of each entity, 32 bytes, as stores of the version keep them; empty when the bundle does
        /// not tell them.
        public let entityHashes: [String: [UInt8]]
    }

    /// The bundle's folder or file.
    public let url: URL
    /// The model's name.
    public let name: String
    /// The versions in the order of their names; never empty.
    public let versions: [Version]
    /// The name of the version that the bundle calls the current one.
    public let currentVersionName: String?

    /// Looks into a bundle; no version is read yet.
    ///
    /// - Throws: `ModelError` when there is no such bundle, it is damaged, or there is no version in it.
    public init(contentsOf url: URL) throws(ModelError) {
        self.url = url
        name = url.deletingPathExtension().lastPathComponent
        guard ModelFolder.exists(url) else {
            throw ModelFolder.failure(.unreadable, "the model does not exist", url, model: name)
        }
        guard ModelFolder.isFolder(url) else {
            versions = [Version(name: name, url: url, entityHashes: [:])]
            currentVersionName = name
            return
        }
        let file = url.appending(path: "VersionInfo.plist")
        let information = ModelFolder.exists(file) ? try VersionInformation(contentsOf: file, model: name) : nil
        versions = try ModelFolder.names(in: url, model: name).filter { $0.hasSuffix(".mom") }.map { file in
            let name = String(file.dropLast(4))
            return Version(
                name: name, url: url.appending(path: file), entityHashes: information?.entityHashes[name] ?? [:])
        }
        currentVersionName = information?.currentVersionName
        if versions.isEmpty {
            throw ModelFolder.failure(.noCurrentVersion, "the model has no version: no .mom is in it", url, model: name)
        }
    }

    /// The version of a name.
    ///
    /// - Throws: `ModelError` that names the versions there are.
    public func version(named name: String) throws(ModelError) -> Version {
        if let version = versions.first(where: { $0.name == name }) { return version }
        let known = versions.map(\.name)
        let list = known.map { "'\($0)'" }.joined(separator: ", ")
        let message = "the model has no version '\(name)'\(Suggestion.hint(for: name, in: known)); versions: \(list)"
        throw ModelFolder.failure(.unknownName, message, url, model: self.name)
    }

    /// The version that the bundle calls the current one; without one, the last in the natural order of the names.
    ///
    /// - Throws: `ModelError` when the version that it calls so is not there.
    public func currentVersion() throws(ModelError) -> Version {
        if let version = versions.first(where: { $0.name == currentVersionName }) { return version }
        guard let currentVersionName, versions.count > 1 else { return greatestVersion }
        let list = versions.map { "'\($0.name)'" }.joined(separator: ", ")
        let message = "the current version is '\(currentVersionName)', which does not exist; versions: \(list)"
        throw ModelFolder.failure(.noCurrentVersion, message, url, model: name)
    }

    /// The warnings about the bundle, with the meaning that was taken.
    public var warnings: [ModelProblem] {
        guard versions.count > 1, currentVersionName == nil else { return [] }
        let list = versions.map { "'\($0.name)'" }.joined(separator: ", ")
        let message = "nothing says which version is the current one: \(list); '\(greatestVersion.name)' is taken"
        return [ModelProblem(.noCurrentVersion, message).placed(at: nil, file: url.relativePath)]
    }

    // A bundle has at least one version.
    private var greatestVersion: Version {
        versions.dropFirst().reduce(versions[0]) { NaturalOrder.isOrdered($0.name, before: $1.name) ? $1 : $0 }
    }

    /// Reads a version.
    ///
    /// - Parameter version: The version; nil for the current one.
    /// - Returns: The model.
    /// - Throws: `ModelError` when it cannot be read.
    public func model(of version: Version? = nil) throws(ModelError) -> CompiledModel {
        let version = if let version { version } else { try currentVersion() }
        return try CompiledModel(contentsOf: version.url, name: name)
    }

    /// The version that a store of Core Data was made for: the one whose entities have exactly these hashes.
    ///
    /// - Parameter entityHashes: What the store keeps under `NSStoreModelVersionHashes`.
    /// - Returns: The version; nil when none has the hashes, or the bundle does not tell any.
    public func version(matching entityHashes: [String: [UInt8]]) -> Version? {
        entityHashes.isEmpty ? nil : versions.first { $0.entityHashes == entityHashes }
    }
}
