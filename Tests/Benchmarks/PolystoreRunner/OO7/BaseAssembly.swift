import Polystore

/// An assembly of composite parts, which other assemblies use as well.
final class BaseAssembly: Assembly {
    static let components = ToMany<CompositePart>("components", inverse: \.users)

    override class var entity: EntityDescription {
        EntityDescription(BaseAssembly.self, parent: Assembly.self, components)
    }
}
