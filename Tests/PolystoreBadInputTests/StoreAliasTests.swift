import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import Testing

@Suite("A store under another name in a second process")
struct StoreAliasTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-alias-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "home/graph.store") }

    static let types = ["sqlite", "lmdb"]
    static let possible = StoreAlias.allCases.filter(\.isPossible)

    private func inFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "home"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // the test's own failure counts
        try body()
    }

    /// What a second process finds that opens the store under the other name.
    private func found(
        _ type: String, _ name: (path: String, conditions: [String]), _ access: StoreOpening.Access
    ) throws -> String {
        let answer = folder.appending(path: "answer")
        try? FileManager.default.removeItem(at: answer)  // there is none the first time
        let status = try TestProcess.run(
            test: "StoreAliasProgram", under: name.conditions,
            [
                SecondProcess.variable: name.path, "POLYSTORE_ALIAS_TYPE": type,
                "POLYSTORE_ALIAS_ACCESS": access.rawValue, "POLYSTORE_ALIAS_ANSWER": answer.path,
            ])
        #expect(status == 0)
        return try String(contentsOf: answer, encoding: .utf8)
    }

    @Test("a second writer is refused, and a reader reads beside the writer or is refused", arguments: types, possible)
    func secondProcess(type: String, alias: StoreAlias) throws {
        try inFolder {
            let container = try StoreAliasProgram.open(file.path, type, .readWrite)
            try StoreAliasProgram.add(container)
            let name = try alias.make(of: file, in: folder)
            #expect(try found(type, name, .readWrite) == "held")
            #expect(try found(type, name, .readOnly) == (alias.sharesFolder ? "1 objects" : "held"))
            try StoreAliasProgram.add(container)
            try container.close()
            #expect(try found(type, name, .readWrite) == "3 objects")
            let again = try StoreAliasProgram.open(file.path, type, .readOnly)
            #expect(try StoreAliasProgram.count(again) == 3)
            try again.close()
        }
    }

    @Test("a writer is refused while a reader has the file open under a name with other side files", arguments: types)
    func readerFirst(type: String) throws {
        try inFolder {
            let made = try StoreAliasProgram.open(file.path, type, .readWrite)
            try StoreAliasProgram.add(made)
            try made.close()
            let reader = try StoreAliasProgram.open(file.path, type, .readOnly)
            let name = try StoreAlias.hardLink.make(of: file, in: folder)
            #expect(try found(type, name, .readWrite) == "held")
            #expect(try StoreAliasProgram.count(reader) == 1)
            try reader.close()
        }
    }

    @Test(
        "a file is open once in a process, whatever it is called there", arguments: types,
        [StoreAlias.linkToFile, .hardLink])
    func sameProcess(type: String, alias: StoreAlias) throws {
        try inFolder {
            let container = try StoreAliasProgram.open(file.path, type, .readWrite)
            try StoreAliasProgram.add(container)
            let name = try alias.make(of: file, in: folder)
            #expect(StoreAliasProgram.code { _ = try StoreAliasProgram.open(name.path, type, .readWrite) } != nil)
            try StoreAliasProgram.add(container)
            #expect(try StoreAliasProgram.count(container) == 2)
            try container.close()
        }
    }

    @Test("a link that leads nowhere yet is where the store is made, and stays a link", arguments: types)
    func linkToNothing(type: String) throws {
        try inFolder {
            let link = folder.appending(path: "link.store")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let container = try StoreAliasProgram.open(link.path, type, .readWrite)
            try StoreAliasProgram.add(container)
            try container.close()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["home", "link.store"])
            let direct = try StoreAliasProgram.open(file.path, type, .readOnly)
            #expect(try StoreAliasProgram.count(direct) == 1)
            try direct.close()
        }
    }
}
