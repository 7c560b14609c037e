import Foundation
import PolystoreModel
import PolystoreModelFiles
import TestFolders
import Testing

@testable import PolystoreCodegen

/// Classes of real models, held to the compiler's judgement.
@Suite("Classes of real models", .enabled(if: Corpus.folder != nil, Corpus.missing))
struct GeneratedModelTests {
    @Test("the classes of a model are types that the compiler takes without a warning", arguments: Corpus.slice)
    func typeChecks(path: String) throws {
        // Those that cannot be read are told of elsewhere.
        guard let input = try? ModelInput(path: path) else { return }
        let folder = try TemporaryFolder("generation")
        let files = try GeneratedFiles(input)
        for file in files.files { try folder.write(file.text, file.name) }
        try folder.write(StubSource.text([files]), "Stubs.swift")
        let result = try SwiftCompiler.check(folder)
        #expect(result.status == 0, "\(path)\n\(result.messages)")
    }

    @Test("generating twice gives the same bytes, in every shape", arguments: GenerationShape.allCases)
    func deterministic(shape: GenerationShape) throws {
        var options = GenerationOptions()
        options.shape = shape
        for path in Corpus.slice {
            guard let input = try? ModelInput(path: path) else { continue }
            let first = try GeneratedFiles(input, options).files
            var shuffled = input.model
            shuffled.entities.reverse()
            for index in shuffled.entities.indices {
                shuffled.entities[index].attributes.reverse()
                shuffled.entities[index].relationships.reverse()
            }
            let second = try GeneratedFiles(ModelInput(shuffled), options).files
            #expect(first == second, "\(path)")
        }
    }
}
