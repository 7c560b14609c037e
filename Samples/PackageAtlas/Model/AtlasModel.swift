import Foundation
import Polystore

/// The model of the sample, which its classes and its store files share.
enum AtlasModel {
    /// The model file.
    static var file: URL? { Bundle.module.url(forResource: "atlas.model", withExtension: "yaml") }

    /// The classes that stand for the entities of the model file.
    static var classes: [any Entity.Type] {
        [
            PackageNode.self, BinaryPackage.self, VirtualPackage.self, Maintainer.self, Section.self, Dependency.self,
            Alternative.self, Bookmark.self,
        ]
    }
}
