import Foundation

extension AtlasModel {
    /// The model file, which the classes were generated from and the store files share.
    static var file: URL? { Bundle.module.url(forResource: "atlas.model", withExtension: "yaml") }
}
