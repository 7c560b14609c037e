import Polystore

/// An assembly of assemblies.
final class ComplexAssembly: Assembly {
    static let subassemblies = ToMany<Assembly>("subassemblies", inverse: \.parentAssembly)

    override class var entity: EntityDescription {
        EntityDescription(ComplexAssembly.self, parent: Assembly.self, subassemblies)
    }
}
