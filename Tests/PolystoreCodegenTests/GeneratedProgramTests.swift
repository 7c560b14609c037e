import Foundation
import Polystore
import PolystoreModelFiles
import TestFolders
import Testing

@testable import PolystoreCodegen

/// Generated classes in programs that run on every type of store.
@Suite("Programs with generated classes")
struct GeneratedProgramTests {
    /// Makes a program of classes and a text of the fixtures, and runs it.
    private static func run(
        _ files: GeneratedFiles, _ fixtures: [String: String], _ arguments: [String], in folder: TemporaryFolder
    ) throws -> SwiftCompiler.Result {
        for file in files.files { try folder.write(file.text, "source/\(file.name)") }
        let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        for (fixture, name) in fixtures {
            let data = try Data(contentsOf: place.appending(path: fixture))
            try folder.write(String(decoding: data, as: UTF8.self), "source/\(name)")
        }
        let program = folder.path + "/program"
        let built = try SwiftCompiler.build(folder, program: program)
        guard built.status == 0 else { return built }
        return try SwiftCompiler.launch(program, arguments, in: folder.url)
    }

    @Test("the classes of a model with one of everything describe that model, and do on every store what it says")
    func rich() throws {
        let folder = try TemporaryFolder("generation")
        let model = try RichModel.description()
        try folder.write(String(decoding: try model.json, as: UTF8.self), "rich.json")
        let result = try Self.run(
            GeneratedFiles(ModelInput(model)), ["RichProgram.txt": "main.swift", "RichTypes.txt": "Types.swift"],
            [folder.path + "/rich.json", folder.path], in: folder)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.messages == "as the model says, on 3 stores\n")
    }

    @Test(
        "the classes of a real model give the same answers on every store",
        .enabled(if: Corpus.moody != nil, Corpus.missing))
    func real() throws {
        let folder = try TemporaryFolder("generation")
        let files = try GeneratedFiles(ModelInput(path: try #require(Corpus.moody)))
        let result = try Self.run(files, ["MoodyProgram.txt": "main.swift"], [folder.path], in: folder)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.messages.split(separator: "\n").count == 9, "\(result.messages)")
    }
}
