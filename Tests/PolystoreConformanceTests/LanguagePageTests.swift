import Foundation
import PolystoreConformance
import Testing

@Suite("The page of the predicate language")
struct LanguagePageTests {
    /// The first cells of the rows of tables that say what is read and found.
    private static func rows() throws -> [String] {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Polystore/Polystore.docc/PredicateLanguage.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            guard line.hasPrefix("| "), !next.hasPrefix("|---") else { return nil }
            return line.dropFirst(2).components(separatedBy: " |").first
        } + [lines.last { $0.hasPrefix("| ") }].compactMap { $0?.dropFirst(2).components(separatedBy: " |").first }
    }

    @Test("each row of its tables has a case, and each example stands for a row")
    func rowsHaveCases() throws {
        let rows = Set(try Self.rows())
        let examples = Set(LanguageExample.all.map(\.row))
        #expect(rows.count > 35)
        #expect(rows.subtracting(examples) == [], "rows without an example")
        #expect(examples.subtracting(rows) == [], "examples without a row")
    }
}
