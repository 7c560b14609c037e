import PolystoreModel
import Testing

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "the nearest name is found, a far one is not",
        arguments: [
            ("sqllite", "sqlite"), ("acces", "access"), ("OPTIONAL", "optional"), ("emtity", "entity"),
            ("calss", "class"), ("zzz", nil), ("", nil), ("x", nil),
        ] as [(String, String?)])
    func nearest(_ name: String, _ expected: String?) {
        let known = ["sqlite", "access", "optional", "entity", "class", "abstract"]
        #expect(Suggestion.nearest(to: name, in: known) == expected)
        #expect(Suggestion.nearest(to: name, in: known.reversed()) == expected)
    }

    @Test("a name is never suggested for itself, and of equally near names the first in order is")
    func ties() {
        #expect(Suggestion.nearest(to: "a1", in: ["a1", "a3", "a2"]) == "a2")
        #expect(Suggestion.hint(for: "nam", in: ["name"]) == " (did you mean 'name'?)")
        #expect(Suggestion.hint(for: "nam", in: ["address"]).isEmpty)
    }
}
