import Testing

@testable import Torture

@Suite("What the checker of histories finds")
struct IsolationCheckerTests {
    @Test("each anomaly in a history that has it", arguments: BadHistory.all)
    func finds(_ history: BadHistory) throws {
        let findings = IsolationChecker.findings(in: try History(text: history.text))
        #expect(findings.first?.anomaly == history.anomaly, "\(findings)")
    }

    @Test("there are at least thirty, and each anomaly is in one of them")
    func isComplete() {
        #expect(BadHistory.all.count >= 30)
        #expect(Set(BadHistory.all.map(\.anomaly)) == Set(Anomaly.allCases))
    }

    @Test(
        "nothing in a history that its levels allow",
        arguments: [
            // Nothing at all, and one transaction that reads what it writes.
            "A1: {x: , #y: }",
            "A1: {x: } x+1 [x: 1] #y+2 {#y: 2} x+3 [x: 1 3]\nA2: {x: 1 3, #y: 2}",
            // One after the other, in all kinds of keys.
            """
            A1: {x: , ~y: }@1-2 x+1 ~y+1v2 #z+1 committed@3-4
            B1 serializable: {x: 1, ~y: 1}@5-6 {#z: 1}@7-8 x+2 ~y+2v3 committed@9-10
            C1 snapshot: {x: 1 2, ~y: 2, #z: 1}@11-12
            """,
            // A refused save leaves nothing.
            "A1: {x: } x+1\nB1: {x: } x+2 refused\nC1: {x: 1}",
            // Two fetches of a context without a generation read two cuts.
            "A1: {x: , y: } x+1 y+2\nB1: {x: } {y: 2}",
            // Write skew of contexts on a generation, and of those without one.
            "A1 snapshot: {x: , y: } x+1\nB1 snapshot: {x: , y: } y+2\nC1: {x: 1, y: 2}",
            "A1: {x: , y: } x+1\nB1: {x: , y: } y+2",
            // A generation goes on showing what was there, and an object that is not refreshed stays as it is.
            "A1: {x: }@1-2 x+1 committed@3-4\nB1 snapshot: {x: }@1-6 [x: ] {x: }@1-8",
            "A1: {x: }@1-2 x+1 committed@3-4\nB1: {x: }@1-2 [x: ] {#y: }@5-6 [x: ]",
            // A policy that writes over what is stored.
            "A1: {~x: } ~x+1v2\nB1 overwrites: {~x: } ~x+2v3\nC1: {~x: 2}",
            // A save and a read at the same time come in either order.
            "A1: {x: }@1-2 x+1 committed@3-6\nB1: {x: }@4-5\nC1: {x: 1}@4-5",
            // A save whose outcome is unknown, that was made or was not.
            "A1: {x: } x+1 unknown@3-4\nB1: {x: }@5-6",
            "A1: {x: } x+1 unknown@3-4\nB1: {x: 1}@5-6",
            // Two refused saves and a serializable one, which only read what the others wrote.
            """
            A1 serializable: {x: , y: } x+1
            B1 serializable: {x: , y: } y+2 refused
            B2 serializable: {x: 1, y: } y+3
            """,
        ])
    func passes(_ text: String) throws {
        let findings = IsolationChecker.findings(in: try History(text: text))
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test("what a violation prints is a history that shows it")
    func excerpts() throws {
        for bad in BadHistory.all {
            let finding = try #require(IsolationChecker.findings(in: try History(text: bad.text)).first)
            let again = IsolationChecker.findings(in: try History(text: finding.excerpt.joined(separator: "\n")))
            // The order of lists and the writers of numbers may be known from others alone.
            let needsOthers = [Anomaly.dirtyWrite, .circularFlow, .writeSkew].contains(bad.anomaly)
            #expect(needsOthers || again.contains { $0.anomaly == bad.anomaly }, "\(finding)")
        }
    }

    @Test("a history is read as it is written")
    func text() throws {
        let line = "A1 snapshot overwrites: {x: 1 2, #y: }@3-4 x+5 [x: 1 2 5] ~z+6v7 committed@7-8"
        #expect(try History(text: line).description == line)
        #expect(throws: Violation.self) { try History(text: "A1 slow: {x: }") }
        #expect(throws: Violation.self) { try History(text: "A1: {x 1}") }
        #expect(throws: Violation.self) { try History(text: "A1: x-1") }
        #expect(throws: Violation.self) { try History(text: "A1: {x: 1") }
    }

    @Test("a level that is not given is found missing: the same history is judged by what is asked")
    func mistakes() throws {
        let skewed = "A1: {x: , y: } x+1 y+2\nB1: {x: } {y: 2} z+3"
        var history = try History(text: skewed)
        MistakenLevel.snapshotAsSerializable.apply(to: &history)
        #expect(IsolationChecker.findings(in: history).isEmpty)
        MistakenLevel.fetchesAsSnapshot.apply(to: &history)
        #expect(IsolationChecker.findings(in: history).first?.anomaly == .readSkew)
        history = try History(text: "A1: {~x: } ~x+1v2\nB1 overwrites: {~x: } ~x+2v3")
        MistakenLevel.overwritingAsUpdate.apply(to: &history)
        #expect(IsolationChecker.findings(in: history).first?.anomaly == .lostUpdate)
    }
}
