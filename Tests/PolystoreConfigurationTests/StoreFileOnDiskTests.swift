import Foundation
import PolystoreConfiguration
import PolystoreModel
import Testing

@Suite("Store files on disk")
struct StoreFileOnDiskTests {
    /// A new folder that goes with the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        // A folder that stays behind in the temporary folder does no harm.
        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ text: String, _ name: String) throws -> String {
            let file = url.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    private func problems(_ path: String, model: ManagedObjectModel? = nil) -> [String] {
        do throws(ConfigurationError) {
            _ = try StoreFile.check(path: path, model: model, storeTypes: StoreFileExample.types, environment: [:])
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("a missing file, a folder, an empty file and bytes that are no text are told apart")
    func unreadable() throws {
        let folder = try Folder()
        let missing = folder.url.appending(path: "none.yaml").path
        #expect(problems(missing) == ["\(missing): error: the file does not exist"])
        #expect(problems(folder.url.path) == ["\(folder.url.path): error: this is a folder, not a file"])
        #expect(problems("/dev/null") == ["/dev/null: error: this is not an ordinary file"])
        let empty = try folder.write("# nothing\n", "empty.yaml")
        #expect(problems(empty) == ["\(empty): error: the file is empty"])
        let bytes = folder.url.appending(path: "bytes.yaml")
        try Data([0x61, 0x0A, 0x62, 0xFF]).write(to: bytes)
        #expect(problems(bytes.path) == ["\(bytes.path):2:2: error: the file is not UTF-8 text"])
        let link = folder.url.appending(path: "link.yaml")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "nowhere.yaml")
        #expect(problems(link.path) == ["\(link.path): error: the file does not exist"])
    }

    @Test("the model may come from the file, and its problems stand at their places there")
    func modelFile() throws {
        let folder = try Folder()
        let text = "polystore: 1\nmodel: m.yaml\nstores:\n  a: { type: memory, entities: [A] }\n"
        let path = try folder.write(text, "s.yaml")
        let model = try folder.write(
            "polystoreModel: 1\nmodel: M\nentities:\n  A: { atributes: { x: string } }\n", "m.yaml")
        #expect(
            problems(path) == [
                "\(model):4:8: error: unknown key 'atributes' in entity 'A' (did you mean 'attributes'?)"
            ])
        _ = try folder.write("polystoreModel: 1\nmodel: M\nentities:\n  A: { attributes: { x: string } }\n", "m.yaml")
        #expect(problems(path) == [])
        let checked = try StoreFile.check(path: path, storeTypes: StoreFileExample.types)
        #expect(checked.model.name == "M")
        #expect(checked.file.stores.map(\.name) == ["a"])
        try FileManager.default.removeItem(atPath: model)
        #expect(problems(path) == ["\(path):2:8: error: model '\(model)' does not exist"])
    }

    @Test("a store file without a model needs one from the program")
    func noModel() throws {
        let folder = try Folder()
        let path = try folder.write(StoreFileExample.plain, "s.yaml")
        #expect(
            problems(path) == [
                "\(path): error: the program passes no model, and the file names none; add 'model: FILE'"
            ])
        #expect(problems(path, model: try StoreFileExample.model()) == [])
        let alone = try StoreFile.checkAlone(path: path, storeTypes: StoreFileExample.types)
        #expect(alone.model == nil)
        #expect(alone.file.stores.count == 5)
        _ = try folder.write(StoreFileExample.plain.replacing("type: memory", with: "type: memry"), "s.yaml")
        let error = #expect(throws: ConfigurationError.self) {
            try StoreFile.checkAlone(path: path, storeTypes: StoreFileExample.types)
        }
        #expect(error?.problems.map(\.code) == [.unknownStoreType])
    }

    @Test(
        "nothing that can be written makes the reader trap",
        arguments: [
            String(repeating: "[", count: 50_000), String(repeating: "{a: ", count: 50_000),
            String(repeating: "- ", count: 50_000), "? [a]\n: b\n", "polystore: 1\nstores: &a [*a]\n", "*a",
            "%YAML 9.9\n---\na",
            "polystore: 1\n? {a: b}\n: c", "!!map {polystore: !<tag:x> 1}", "\"\\ud83d\"",
            "{\"a\": \"\\ud83d\\u0041\"}", "---\n---\n",
            "polystore: 1\nstores: {a: {type: [], entities: {}}}", "a: b: c", "\t a", "a:\n\t- b", "\u{0}",
            "polystore: 99999999999999999999",
        ])
    func hostile(_ text: String) throws {
        #expect(try !StoreFileExample.problems(in: text).isEmpty)
    }
}
