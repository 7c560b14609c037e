import Foundation

/// The model of the sample, which its classes and its store files share.
enum AtlasModel {
    /// The model file.
    static var file: URL? { Bundle.module.url(forResource: "atlas.model", withExtension: "yaml") }
}
