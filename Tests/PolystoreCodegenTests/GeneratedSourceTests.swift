import Foundation
import Polystore
import TestFolders
import Testing

@testable import PolystoreCodegen

/// What classes look like: golden files, and the compiler's judgement.
@Suite("Generated classes")
struct GeneratedSourceTests {
    static let shapes: [(String, @Sendable (inout GenerationOptions) -> Void)] = [
        ("Two", { _ in }),
        (
            "Xcode",
            {
                $0.shape = .xcode; $0.access = .public
            }
        ),
        (
            "Single",
            {
                $0.shape = .single; $0.hasTypedProperties = false; $0.access = .open
            }
        ),
    ]

    static func files(_ change: (inout GenerationOptions) -> Void) throws -> GeneratedFiles {
        var options = GenerationOptions()
        change(&options)
        var model = try RichModel.description()
        for index in model.entities.indices {
            model.entities[index].codeGeneration = model.entities[index].name == "Task" ? "category" : "class"
        }
        return try GeneratedFiles(ModelInput(model), options)
    }

    @Test("each shape of a model with one of everything is as the golden files say", arguments: shapes.indices)
    func golden(index: Int) throws {
        let (name, change) = Self.shapes[index]
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
        let files = try Self.files(change).files
        if ProcessInfo.processInfo.environment["POLYSTORE_RECORD"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files { try Data(file.text.utf8).write(to: folder.appending(path: file.name + ".txt")) }
        }
        let known = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(known == files.map { $0.name + ".txt" }.sorted())
        for file in files {
            let golden = try Data(contentsOf: folder.appending(path: file.name + ".txt"))
            #expect(file.text == String(decoding: golden, as: UTF8.self), "\(name)/\(file.name)")
        }
    }

    @Test("the classes of the sample are what its model gives")
    func sample() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Samples/PackageAtlas")
        let input = try ModelInput(path: root.appending(path: "atlas.model.yaml").path)
        for file in try GeneratedFiles(input).files where file.owner == .machine {
            let written = try Data(contentsOf: root.appending(path: "Model/Generated/\(file.name)"))
            #expect(file.text == String(decoding: written, as: UTF8.self), "\(file.name)")
        }
    }

    @Test("the compiler takes each shape without a warning", arguments: shapes.indices)
    func typeChecks(index: Int) throws {
        let files = try Self.files(Self.shapes[index].1)
        let folder = try TemporaryFolder("generation")
        for file in files.files { try folder.write(file.text, file.name) }
        try folder.write(StubSource.text([files]), "Stubs.swift")
        if Self.shapes[index].0 == "Xcode" {
            // An entity of the kind `category` has its class written by people.
            try folder.write(
                "import Polystore\npublic final class Task: ManagedObject, Polystore.Entity {}\n", "Task.swift")
        }
        let result = try SwiftCompiler.check(folder)
        #expect(result.status == 0, "\(result.messages)")
    }
}
