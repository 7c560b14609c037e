import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("The folding tables")
struct FoldingTableTests {
    /// The scalars that are looked at: the planes without any letters or marks are left out.
    static let planesWithFoldings = Array(UInt32(0)..<0x30000) + Array(UInt32(0xe0000)..<0xe0200)

    /// Every scalar that the table changes, one a line, as the generator writes them down.
    static func expansion(of table: FoldingTable, withHangul: Bool) -> (digest: String, count: Int) {
        var digest = SHA256()
        var count = 0
        for scalar in planesWithFoldings {
            var folded = table.form(of: scalar).map { Array($0) }
            if withHangul, let syllable = HangulSyllable(scalar) {
                let (leading, vowel, final) = syllable.jamo
                folded = []
                for jamo in [leading, vowel, final] where jamo != 0 {
                    UTF8Unit.append(jamo, to: &folded!)
                }
            }
            guard let folded else { continue }
            count += 1
            let sequence = String(decoding: folded, as: UTF8.self).unicodeScalars
                .map { String($0.value, radix: 16, uppercase: true) }.joined(separator: "+")
            digest.update("\(String(scalar, radix: 16, uppercase: true)):\(sequence)\n".utf8)
        }
        let digits = digest.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return (digits, count)
    }

    @Test("case folding expands to what the generator read")
    func caseFolding() {
        let (digest, count) = Self.expansion(of: .cases, withHangul: false)
        #expect(digest == FoldingTableDigests.caseFolding)
        #expect(count == FoldingTableDigests.caseFoldingCount)
    }

    @Test("mark folding expands to what the generator read")
    func markFolding() {
        let (digest, count) = Self.expansion(of: .marks, withHangul: true)
        #expect(digest == FoldingTableDigests.markFolding)
        #expect(count == FoldingTableDigests.markFoldingCount)
    }

    @Test("both foldings, composed here, are what the generator composed")
    func bothFoldings() {
        let (digest, count) = Self.expansion(of: .caseAndMarks, withHangul: true)
        #expect(digest == FoldingTableDigests.bothFoldings)
        #expect(count == FoldingTableDigests.bothFoldingsCount)
    }

    @Test("the scalars that are dropped are the nonspacing marks")
    func droppedScalars() {
        var others: [UInt32] = []
        let version = FoldingTable.unicodeVersion.split(separator: ".").compactMap { Int($0) }
        for value in Self.planesWithFoldings {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age,
                (age.major, age.minor) <= (version[0], version[1])
            else { continue }
            let isMark = scalar.properties.generalCategory == .nonspacingMark
            let isDropped = FoldingTable.marks.form(of: value)?.isEmpty == true
            if isMark != isDropped {
                others.append(value)
            }
        }
        // The standard library knows a later version of Unicode, which reclassified a mark or two.
        #expect(others.count < 10, "\(others)")
    }
}
