import Foundation
import Polystore
import PolystoreConfiguration
import PolystoreModel
import PolystoreModelFiles
import Testing

/// Models between documents and model files.
@Suite("Converting models")
struct ModelConversionTests {
    @Test("a document that is made of a model reads back as the model, and so does its model file")
    func richModel() throws {
        let model = try ModelText.read(RichDocument.elements).description
        try Self.expectConversions(of: model)
    }

    @Test(
        "a class's name keeps what stands behind the dot of its module, a combining mark as well",
        arguments: ["Member", "\u{5B1}Member", "\u{301}", "Club.Member", "Club.\u{5B1}Member"])
    func className(_ name: String) throws {
        var model = try ModelText.read(RichDocument.elements).description
        let index = try #require(model.entities.firstIndex { $0.name == "Person" })
        model.entities[index].className = name
        try Self.expectConversions(of: model)
    }

    @Test("every real model survives both ways", .enabled(if: Corpus.folder != nil, Corpus.missing))
    func corpus() throws {
        var count = 0
        for url in try Corpus.bundles() {
            // What is refused is counted elsewhere.
            guard let readings = try? ModelBundle(contentsOf: url).readings() else { continue }
            for (_, reading) in readings {
                try Self.expectConversions(of: reading.description)
                count += 1
            }
        }
        #expect(count == 168)
    }

    @Test("what an .xcdatamodel has no place for is refused, all at once")
    func noPlace() throws {
        var model = try ModelText.read(RichDocument.elements).description
        var request = FetchRequestDescription(entityName: "Person")
        request.sortKeys = [SortKey(["level"])]
        request.offset = 5
        model.fetchRequestTemplates["sorted"] = request
        let error = #expect(throws: ModelError.self) { try ModelDocument(model) }
        #expect(
            error?.problems.map(\.message) == [
                "an .xcdatamodel has no place for sort keys, in fetch request 'sorted'",
                "an .xcdatamodel has no place for an offset, in fetch request 'sorted'",
            ])
    }

    private static func expectConversions(of model: ModelDescription) throws {
        let resolved = ModelNameResolution.resolve(model).sortedByName
        let document = try ModelDocument(model)
        let again = try ModelDocument(text: document.text, name: model.name, file: "contents").modelDescription()
        #expect(again.sortedByName == resolved, "\(model.name)")
        let isPlain = !model.problems.contains { $0.code == .empty }
        if isPlain {
            let text = try ModelFile.text(of: model)
            #expect(try ModelFile.read(text: text, file: "m.yaml").sortedByName == model.sortedByName, "\(model.name)")
        }
    }
}
