import Foundation
import Polystore
import PolystoreMemory
import PolystoreSQLite
import Testing

@testable import PackageAtlas

@Suite struct QuestionTests {
    private func records() throws -> [PackageRecord] {
        var reader = try ControlFileReader(contentsOf: try #require(StatusFile.excerpt))
        return try PackageRecord.all(in: &reader)
    }

    private func session(_ stores: [[String]]) throws -> AtlasSession {
        let descriptions = stores.enumerated().map { number, entities in
            var description = PersistentStoreDescription(name: "store\(number)", type: .memory)
            description.entities = entities
            return description
        }
        let session = AtlasSession(
            try PersistentContainer(model: AtlasModel.classes, stores: descriptions, storeTypes: [.memory]))
        try AtlasImporter.load(try records(), into: session.context)
        return session
    }

    @Test("every question has an answer, and it does not depend on how many stores there are")
    func independence() throws {
        let together = try session([
            ["PackageNode", "Maintainer", "Section", "Dependency", "Alternative", "Bookmark"]
        ])
        let apart = try session([
            ["Alternative", "Section"], ["Bookmark", "VirtualPackage"], ["BinaryPackage"],
            ["Dependency", "Maintainer"],
        ])
        let answers = try together.answers(to: Question.all)
        #expect(answers.sections.count == Question.all.count)
        #expect(answers.sections.allSatisfy { !$0.lines.isEmpty })
        #expect(try apart.answers(to: Question.all).differences(from: answers) == [])
        #expect(try apart.answers(to: Question.all) == answers)
    }

    @Test("the demo's store files are without problems", arguments: StoreLayout.allCases)
    func storeFiles(layout: StoreLayout) throws {
        let path = try layout.storeFile
        let (file, model) = try StoreFile.check(path: path, storeTypes: [.sqlite, .memory])
        #expect(model.entities.count == 8)
        #expect(!file.stores.isEmpty)
    }

    @Test("what breaks is answered for the package that is named")
    func removal() throws {
        let session = try session([
            ["PackageNode", "Maintainer", "Section", "Dependency", "Alternative", "Bookmark"]
        ])
        let transcript = try session.answers(to: [.breakage], removal: "libicu72")
        #expect(transcript.sections.first?.lines.first == "without libicu72:")
        #expect(transcript.sections.first?.lines.contains { $0.contains("libxml2") } == true)
        let unknown = try session.answers(to: [.breakage], removal: "nothing-of-the-kind")
        #expect(unknown.sections.first?.lines == ["nothing-of-the-kind is not installed"])
    }

    @Test("transcripts that differ say where")
    func differences() {
        let one = Transcript(sections: [.init(name: "q", title: "Q?", lines: ["a", "b"])])
        let other = Transcript(sections: [.init(name: "q", title: "Q?", lines: ["a"])])
        #expect(one.differences(from: other) == ["q, line 2: b | (nothing)"])
        #expect(one.differences(from: one) == [])
    }
}
