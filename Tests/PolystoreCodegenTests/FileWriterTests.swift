import Foundation
import Polystore
import TestFolders
import Testing

@testable import PolystoreCodegen

/// What happens to files: the machine's are written when they change, people's once.
@Suite("Files of classes")
struct FileWriterTests {
    private static func model(_ entities: [EntityDescription], named name: String = "Staff") -> ModelInput {
        ModelInput(ModelDescription(name, entities))
    }

    private static let person = EntityDescription("Person", .attribute("name", .string))
    private static let company = EntityDescription("Company", .attribute("name", .string))

    @Test("the second run writes no file, and people's files are as people left them after every run")
    func idempotent() throws {
        let folder = try TemporaryFolder("generation")
        let writer = FileWriter(OutputFolders(output: folder.path))
        let files = try GeneratedFiles(Self.model([Self.person, Self.company]))
        let first = try writer.write(files)
        #expect(first.summary == "3 machine files and 2 human files generated, 0 unchanged")
        let mine = "import Polystore\n\nfinal class Person: _Person { var age = 5 }\n"
        try folder.write(mine, "Person.swift")
        let times = try folder.times()
        #expect(try writer.write(files).summary == "0 machine files and 0 human files generated, 5 unchanged")
        #expect(try folder.times() == times)

        var changed = Self.person
        changed.attributes.append(AttributeDescription(name: "age", type: .integer16))
        let again = try writer.write(try GeneratedFiles(Self.model([changed, Self.company])))
        #expect(again.summary == "1 machine file and 0 human files generated, 4 unchanged")
        #expect(again.machineFiles == [folder.path + "/_Person.swift"])
        #expect(try folder.read("Person.swift") == mine)
    }

    @Test("files of an entity that is gone are listed, and only the machine's are removed when that is asked for")
    func orphans() throws {
        let folder = try TemporaryFolder("generation")
        let writer = FileWriter(OutputFolders(output: folder.path))
        try _ = writer.write(try GeneratedFiles(Self.model([Self.person, Self.company])))
        try folder.write("final class Person: _Person { var age = 5 }\n", "Person.swift")
        let less = try GeneratedFiles(Self.model([Self.company]))
        let names = try writer.orphans(of: less).map { URL(filePath: $0.path).lastPathComponent }
        #expect(names == ["_Person.swift", "Person.swift"])
        // They are found again after a run that removed nothing.
        try _ = writer.write(less)
        #expect(try writer.orphans(of: less).count == 2)
        let report = try writer.write(less, removesOrphans: true)
        #expect(report.removed == [folder.path + "/_Person.swift"])
        #expect(try folder.names() == ["Company.swift", "Person.swift", "_Company.swift", "_StaffModel.swift"])
        #expect(try writer.orphans(of: less).map(\.owner) == [.human])
    }

    @Test("a machine file that people changed the first line of stays when its entity goes")
    func keptOrphan() throws {
        let folder = try TemporaryFolder("generation")
        let writer = FileWriter(OutputFolders(output: folder.path))
        try _ = writer.write(try GeneratedFiles(Self.model([Self.person, Self.company])))
        try folder.write("// mine\n", "_Person.swift")
        let report = try writer.write(try GeneratedFiles(Self.model([Self.company])), removesOrphans: true)
        #expect(report.removed.isEmpty)
        #expect(try folder.read("_Person.swift") == "// mine\n")
    }

    @Test("a file that was not generated is never written over, and then nothing is written")
    func foreignFile() throws {
        let folder = try TemporaryFolder("generation")
        try folder.write("class _Person {}\n", "_Person.swift")
        let writer = FileWriter(OutputFolders(output: folder.path))
        #expect(throws: GenerationError.foreignFile(path: folder.path + "/_Person.swift")) {
            try writer.write(try GeneratedFiles(Self.model([Self.person, Self.company])))
        }
        #expect(try folder.names() == ["_Person.swift"])
    }

    @Test("two models share a folder, and neither calls the other's files orphans")
    func twoModels() throws {
        let folder = try TemporaryFolder("generation")
        let writer = FileWriter(OutputFolders(output: folder.path))
        let one = try GeneratedFiles(Self.model([Self.person], named: "One"))
        let two = try GeneratedFiles(Self.model([Self.company], named: "Two"))
        try _ = writer.write(one)
        try _ = writer.write(two)
        #expect(try writer.orphans(of: one).isEmpty)
        #expect(try writer.orphans(of: two).isEmpty)
    }

    @Test("machine and human files go to folders of their own, which are made")
    func folders() throws {
        let folder = try TemporaryFolder("generation")
        let place = OutputFolders(machine: folder.path + "/a/machine", human: folder.path + "/b")
        try _ = FileWriter(place).write(try GeneratedFiles(Self.model([Self.person])))
        #expect(
            try folder.names().filter { $0.hasSuffix(".swift") } == [
                "a/machine/_Person.swift", "a/machine/_StaffModel.swift", "b/Person.swift",
            ])
    }

    @Test("a list of generated files that is none is refused and left alone")
    func damagedManifest() throws {
        let folder = try TemporaryFolder("generation")
        try folder.write("{", GenerationManifest.fileName)
        #expect(throws: GenerationError.self) {
            try FileWriter(OutputFolders(output: folder.path)).write(try GeneratedFiles(Self.model([Self.person])))
        }
        #expect(try folder.read(GenerationManifest.fileName) == "{")
    }
}
