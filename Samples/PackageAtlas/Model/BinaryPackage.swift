import Foundation
import Polystore

/// A package of the status file: installed, or only remembered because of its settings.
final class BinaryPackage: PackageNode {
    static let architecture = Attribute<String>("architecture")
    static let release = Attribute<String>("release")
    static let priority = Attribute<String>("priority")
    static let isEssential = Attribute<Bool>("isEssential")
    static let isInstalled = Attribute<Bool>("isInstalled")
    static let installedSize = Attribute<Int64?>("installedSize", .minimum(Int64(0)))
    static let homepage = Attribute<URL?>("homepage")
    static let summary = Attribute<String>("summary")
    static let details = Attribute<String?>("details")
    static let maintainer = ToOne<Maintainer>("maintainer", .required)
    static let section = ToOne<Section>("section", .required)
    static let dependencies = ToMany<Dependency>("dependencies", inverse: \.package, .ordered, .cascade)
    static let provides = ToMany<PackageNode>("provides")

    override class var entity: EntityDescription {
        EntityDescription(
            BinaryPackage.self, parent: PackageNode.self, architecture, release, priority, isEssential, isInstalled,
            installedSize, homepage, summary, details, maintainer, section, dependencies, provides)
    }
}
