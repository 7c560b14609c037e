import Foundation
import Polystore
import Testing

@testable import PackageAtlas

@Suite struct AtlasModelTests {
    private func fileModel() throws -> ManagedObjectModel {
        let path = try #require(AtlasModel.file).path(percentEncoded: false)
        return try ManagedObjectModel(try ModelFile.read(path: path))
    }

    @Test("the model file is without problems and has inheritance, joins and order")
    func modelFile() throws {
        let model = try fileModel()
        #expect(model.entities.count == 8)
        #expect(model.joins.count == 1)
        #expect(model.entity(named: "PackageNode")?.concreteFamily.map(\.name) == ["BinaryPackage", "VirtualPackage"])
        #expect(model.entities.flatMap(\.relationships).contains { $0.description.isOrdered })
    }

    @Test("the classes say of every entity what the model file says")
    func classes() throws {
        let classes = try ManagedObjectModel.describing(AtlasModel.classes).description
        let file = try fileModel().description
        #expect(Set(classes.entities.map(\.name)) == Set(file.entities.map(\.name)))
        for entity in file.entities {
            let other = try #require(classes.entities.first { $0.name == entity.name })
            #expect(entity.className == other.className)
            #expect(entity.superentityName == other.superentityName)
            #expect(entity.isAbstract == other.isAbstract)
            #expect(Set(entity.attributes) == Set(other.attributes), "\(entity.name)")
            #expect(Set(entity.relationships) == Set(other.relationships), "\(entity.name)")
        }
    }
}
