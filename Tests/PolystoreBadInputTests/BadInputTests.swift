import Testing

@Suite("Bad input (P7)")
struct BadInputTests {
    @Test("gets a typed error that names thing and place, and costs nothing that was saved", arguments: BadInput.all)
    func badInput(_ input: BadInput) throws {
        let scene = try Scene()
        #expect(scene.saved.findings.isEmpty)
        #expect(scene.saved.lines.count == 10)
        do {
            try input.act(scene)
            if case .refused = input.outcome { Issue.record("it was accepted") }
        } catch {
            if case .refused(let expected) = input.outcome { expected.check(error) } else { throw error }
        }
        let content = try scene.content()
        #expect(content.findings.isEmpty)
        if case .saved = input.outcome {
            #expect(content.lines != scene.saved.lines)
        } else {
            #expect(content == scene.saved)
        }
    }

    @Test("is told apart by sentences, forty at least")
    func table() {
        #expect(BadInput.all.count >= 40)
        #expect(Set(BadInput.all.map(\.name)).count == BadInput.all.count)
    }
}
