import Polystore

/// A name that is installed nowhere itself, such as `mail-transport-agent`.
final class VirtualPackage: PackageNode {
    override class var entity: EntityDescription {
        EntityDescription(VirtualPackage.self, parent: PackageNode.self)
    }
}
