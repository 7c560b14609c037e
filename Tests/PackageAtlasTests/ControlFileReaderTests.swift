import Foundation
import Testing

@testable import PackageAtlas

@Suite struct ControlFileReaderTests {
    private func paragraphs(_ text: String) throws -> ([ControlParagraph], [ControlFileError]) {
        var reader = ControlFileReader(LineReader(text, name: "status"))
        var result: [ControlParagraph] = []
        while let paragraph = try reader.next() { result.append(paragraph) }
        return (result, reader.problems)
    }

    @Test("paragraphs, fields, continuation lines and dots are told apart")
    func reading() throws {
        let (all, problems) = try paragraphs(
            "\n# a comment\nPackage: a\nDescription: short\n long line\n .\n\tafter a tab\n \t\nPackage:b\r\nX:\r\n\r\n\n"
        )
        #expect(problems.isEmpty)
        try #require(all.count == 2)
        #expect(all[0].line == 3)
        #expect(all[0]["DESCRIPTION"]?.lines == ["short", "long line", "", "after a tab"])
        #expect(all[0]["description"]?.folded == "short long line after a tab")
        #expect(all[1].text("Package") == "b")
        #expect(all[1]["X"]?.lines == [""])
        #expect(all[1].text("X") == nil)
    }

    @Test("the last line needs no end", arguments: ["A: 1", "A: 1\n", "A: 1\n\n", "A: 1\r\n"])
    func lastLine(text: String) throws {
        let (all, _) = try paragraphs(text)
        #expect(all.count == 1)
        #expect(all.first?.text("A") == "1")
    }

    @Test(
        "a broken line is noted with its number and everything else is read",
        arguments: [
            ("A: 1\nnonsense\n more\nB: 2\n", 2, .missingColon),
            ("A: 1\nB b: 2\nB: 2\n", 2, .badFieldName),
            ("A: 1\n-B: 2\nB: 2\n", 2, .badFieldName),
            ("A: 1\n: 2\nB: 2\n", 2, .badFieldName),
            (" early\n more\nA: 1\nB: 2\n", 1, .continuationWithoutField),
            ("A: 1\na: 3\n x\nB: 2\n", 2, .duplicateField("a", firstLine: 1)),
        ] as [(String, Int, ControlFileError.Problem)])
    func tolerance(text: String, line: Int, problem: ControlFileError.Problem) throws {
        let (all, problems) = try paragraphs(text)
        #expect(problems == [ControlFileError(file: "status", line: line, problem: problem)])
        #expect(all.count == 1)
        #expect(all.first?.text("A") == "1")
        #expect(all.first?.text("B") == "2")
    }

    @Test("bytes that are not UTF-8 are replaced and noted")
    func invalidText() throws {
        var reader = ControlFileReader(LineReader([0x41, 0x3A, 0x20, 0x62, 0xFF, 0x0A], name: "status"))
        let paragraph = try reader.next()
        #expect(paragraph?.text("A") == "b\u{FFFD}")
        #expect(reader.problems.map(\.problem) == [.invalidText])
    }

    @Test("a missing file is an error that names it")
    func missingFile() {
        let error = #expect(throws: ControlFileError.self) {
            try ControlFileReader(contentsOf: URL(filePath: "/no/such/status"))
        }
        #expect(error?.description.hasPrefix("/no/such/status: error: cannot be read") == true)
    }

    @Test("a file is read in chunks with the same result as in one piece")
    func chunks() throws {
        let text = (1...9_000).map { "Package: p\($0)\nDescription: é text \($0)\n more\n\n" }.joined()
        let url = FileManager.default.temporaryDirectory.appending(path: "status-\(UUID().uuidString)")
        try text.write(to: url, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: url) }
        var reader = try ControlFileReader(contentsOf: url)
        var count = 0
        while let paragraph = try reader.next() {
            count += 1
            #expect(paragraph.text("Package") == "p\(count)")
            #expect(paragraph["Description"]?.lines == ["é text \(count)", "more"])
        }
        #expect(count == 9_000)
        #expect(reader.lineCount == 36_000)
        #expect(reader.problemCount == 0)
    }
    @Test("a line without an end in sight is refused instead of held")
    func longLine() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "status-\(UUID().uuidString)")
        try Data(repeating: 0x41, count: LineReader.longestLine + 200_000).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var reader = try ControlFileReader(contentsOf: url)
        let error = #expect(throws: ControlFileError.self) { try reader.next() }
        #expect(error?.problem == .lineTooLong(limit: LineReader.longestLine))
    }
}
