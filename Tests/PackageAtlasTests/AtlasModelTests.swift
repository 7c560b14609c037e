import Foundation
import PolystoreConfiguration
import PolystoreModel
import Testing

@testable import PackageAtlas

@Suite struct AtlasModelTests {
    @Test("the model file is without problems and has inheritance, joins and order")
    func modelFile() throws {
        let path = try #require(AtlasModel.file).path(percentEncoded: false)
        let model = try ManagedObjectModel(try ModelFile.read(path: path))
        #expect(model.entities.count == 8)
        #expect(model.joins.count == 1)
        #expect(model.entity(named: "PackageNode")?.concreteFamily.map(\.name) == ["BinaryPackage", "VirtualPackage"])
        #expect(model.entities.flatMap(\.relationships).contains { $0.description.isOrdered })
    }
}
