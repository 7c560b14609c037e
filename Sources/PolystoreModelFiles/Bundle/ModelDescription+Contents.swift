import Foundation
import PolystoreModel

extension ModelDescription {
    /// Whether a file or folder has a name that Xcode gives to models: `.xcdatamodeld`, `.xcdatamodel`, `.momd`, `.mom`.
    public static func isModel(_ url: URL) -> Bool {
        ["xcdatamodeld", "xcdatamodel", "momd", "mom"].contains(url.pathExtension)
    }

    /// Reads a model that Xcode wrote or compiled.
    ///
    /// - Parameters:
    ///   - url: The bundle, or one version of it.
    ///   - version: The name of a version of a bundle; nil for the current one.
    /// - Throws: `ModelError` with every problem at once.
    public init(contentsOf url: URL, version: String? = nil) throws(ModelError) {
        self = try ModelReading(contentsOf: url, version: version).description
    }
}
