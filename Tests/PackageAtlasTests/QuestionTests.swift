import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import PolystoreTerminal
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
        let (file, model) = try StoreFile.check(path: path, storeTypes: [.sqlite, .lmdb, .memory])
        #expect(model.entities.count == 8)
        #expect(!file.stores.isEmpty)
    }

    @Test("every store file that comes with the sample gives the same answers about the excerpt")
    func layouts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "layouts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let records = try records()
        var answers: [Transcript] = []
        for layout in StoreLayout.allCases {
            let data = folder.appending(path: layout.rawValue, directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let session = try AtlasSession(storeFile: try layout.storeFile, data: data)
            try AtlasImporter.load(records, into: session.context)
            answers.append(try session.answers(to: Question.all))
            try session.container.close()
        }
        #expect(answers.count == 6)
        for other in answers.dropFirst() { #expect(other.differences(from: answers[0]) == []) }
        try FileManager.default.removeItem(at: folder)
    }

    @Test("the package index takes the highest version of each package from compressed and plain lists")
    func index() throws {
        let helper = URL(filePath: "/usr/lib/apt/apt-helper")
        guard FileManager.default.isExecutableFile(atPath: helper.path) else { return }
        let lists = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
        let package = "Package: sample\nArchitecture: all\nMaintainer: A <a@example.org>\nVersion: "
        try Data("\(package)1.9\n".utf8).write(to: lists.appending(path: "a_Packages"))
        try Data("\(package)1.10\n".utf8).write(to: lists.appending(path: "b_Packages"))
        try Data("\(package)2\n".utf8).write(to: lists.appending(path: "b_Sources"))
        let found = try PackageIndex(lists: lists, helper: helper).records(reporting: TextOutput(.error))
        #expect(found.map(\.version) == ["1.10"])
        var reader = try ControlFileReader(contentsOf: lists.appending(path: "a_Packages"), named: "a")
        _ = try PackageRecord.all(in: &reader, requiring: PackageRecord.indexFields)
        #expect(reader.problemCount == 0)
        #expect(reader.name == "a")
        try FileManager.default.removeItem(at: lists)
        #expect(throws: AtlasError.self) { try PackageIndex(lists: lists).records(reporting: TextOutput(.error)) }
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
