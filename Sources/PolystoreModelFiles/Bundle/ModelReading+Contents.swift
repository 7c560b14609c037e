import Foundation
import PolystoreModel

extension ModelReading {
    /// Reads a model that Xcode wrote or compiled, with what is odd about it.
    ///
    /// - Parameters:
    ///   - url: The bundle, or one version of it.
    ///   - version: The name of a version of a bundle; nil for the current one. That the current one had to be chosen is a
    ///     warning.
    /// - Throws: `ModelError` with every problem at once.
    public init(contentsOf url: URL, version: String? = nil) throws(ModelError) {
        var choice: [ModelProblem] = []
        if ["momd", "mom"].contains(url.pathExtension) {
            let bundle = try CompiledModelBundle(contentsOf: url)
            let chosen = if let version { try bundle.version(named: version) } else { try bundle.currentVersion() }
            if version == nil { choice = bundle.warnings }
            self = try bundle.model(of: chosen).reading
        } else {
            let bundle = try ModelBundle(contentsOf: url)
            let chosen = if let version { try bundle.version(named: version) } else { try bundle.currentVersion() }
            if version == nil { choice = try bundle.warnings() }
            self = try bundle.document(of: chosen).reading()
        }
        warnings = choice + warnings
    }
}
