import Foundation
import TestFolders
import Testing

@testable import PolystoreCodegen

/// The command, by its words.
@Suite("The command that generates")
struct GenerateCommandTests {
    private static let model = """
        polystoreModel: 1
        model: Staff
        entities:
          Person: { attributes: { name: string }, relationships: { employer: { to: Company, inverse: staff } } }
          Company: { attributes: { name: string }, relationships: { staff: { toMany: Person, inverse: employer } } }
        configurations:
          People: [Person]
        """

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder("generation")
        try folder.write(model, "staff.model.yaml")
        return folder
    }

    private static func run(_ folder: TemporaryFolder, _ words: String...) throws -> [String] {
        var lines: [String] = []
        let own = words.map { $0.replacing("@", with: folder.path + "/") }
        try GenerateCommand(own + [folder.path + "/staff.model.yaml"]).run { lines.append($0) }
        return lines
    }

    @Test("it writes, lists and says what it did")
    func writes() throws {
        let folder = try Self.folder()
        let listed = try Self.run(folder, "--output", "@", "--list-source-files")
        #expect(try folder.names() == ["staff.model.yaml"])
        #expect(try Self.run(folder, "--output=@") == ["3 machine files and 2 human files generated, 0 unchanged"])
        #expect(try folder.names().filter { $0.hasSuffix(".swift") }.count == listed.count)
        #expect(try Self.run(folder, "--output", "@", "--orphaned").isEmpty)
        let lines = try Self.run(folder, "--output", "@", "--configuration", "People")
        #expect(lines.last == "1 machine file and 0 human files generated, 2 unchanged")
        #expect(lines.filter { $0.contains("note: nothing in the model Staff stands for this file") }.count == 2)
        #expect(try Self.run(folder, "--output", "@", "--configuration", "People", "--orphaned").count == 2)
    }

    @Test("two models of one run that would write one file are refused before anything is written")
    func sharedFiles() throws {
        let folder = try Self.folder()
        try folder.write(Self.model, "copy.model.yaml")
        let error = #expect(throws: GenerationError.self) {
            try Self.run(folder, "--output", "@", "@copy.model.yaml")
        }
        guard case .sharedFile(_, let models)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(models.map { URL(filePath: $0).lastPathComponent } == ["copy.model.yaml", "staff.model.yaml"])
        #expect(try folder.names().filter { $0.hasSuffix(".swift") }.isEmpty)
    }

    @Test(
        "words that make no sense are refused by name",
        arguments: [
            (["--shape", "round"], "error: '--shape' cannot be 'round'; it is one of two, xcode, single"),
            (["--acces", "public"], "error: unknown option '--acces'; --help lists those there are"),
            (["--output"], "error: '--output' needs a value"),
            (["--template-var", "x"], "error: '--template-var' needs a value of the form name=value; found 'x'"),
            (["--base-class", "My Class"], "error: 'My Class' cannot be a base class in Swift"),
            (
                ["--includem", "x"],
                "error: '--includem' is not carried over: a Swift module needs no file that includes others"
            ),
            ([], "error: name a model; --help tells more"),
        ])
    func usage(words: [String], message: String) {
        let error = #expect(throws: GenerationError.self) { try GenerateCommand(words) }
        #expect(error?.description == message)
    }

    @Test("a configuration that is not in the model is an error that names those there are")
    func unknownConfiguration() throws {
        let folder = try Self.folder()
        let error = #expect(throws: GenerationError.self) {
            try Self.run(folder, "--output", "@", "--configuration", "Peeple")
        }
        #expect(error?.description == "error: the model has no configuration 'Peeple'; configurations: 'People'")
        #expect(try folder.names() == ["staff.model.yaml"])
    }

    @Test("templates are exported, changed and used, with variables, and are never written over")
    func templates() throws {
        let folder = try Self.folder()
        #expect(try Self.run(folder, "--export-templates", "@templates").count == TemplateLibrary.templates.count)
        try folder.write("// {{ variables.owner }}: {{ class.name }} of {{ model.name }}\n", "templates/human.stencil")
        try _ = Self.run(folder, "--export-templates", "@templates")
        // A folder beside the model is found as well.
        try _ = Self.run(folder, "--output", "@", "--templates", "templates", "--template-var", "owner=Ada")
        #expect(try folder.read("Person.swift") == "// Ada: Person of Staff\n")
    }

    @Test("a template that cannot be used is named with its line")
    func badTemplate() throws {
        let folder = try Self.folder()
        try folder.write("{% if class.name %}\n", "templates/human.stencil")
        let error = #expect(throws: GenerationError.self) {
            try Self.run(folder, "--output", "@", "--templates", "@templates")
        }
        #expect(error?.description.hasPrefix("human.stencil:1: error: the template cannot be used: ") == true)
    }

    @Test("everything goes into one file of a name of one's choice")
    func singleFile() throws {
        let folder = try Self.folder()
        #expect(
            try Self.run(folder, "--single-file", "@Staff.swift") == [
                "1 machine file and 0 human files generated, 0 unchanged"
            ])
        #expect(try folder.names() == ["Staff.swift", "staff.model.yaml"])
        #expect(try folder.read("Staff.swift").contains("final class Person: ManagedObject, Entity {"))
    }
}
