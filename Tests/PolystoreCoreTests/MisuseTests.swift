import Testing

@Suite("Misuses of contexts do not compile", .enabled(if: Compiler.location != nil, "swiftc is not on the path"))
struct MisuseTests {
    @Test("a type that stays where it is is not let out", arguments: Misuse.ofTypes)
    func types(_ misuse: Misuse) async throws {
        try check(misuse, await MisuseBatch.ofTypes.value)
    }

    @Test("what is used here is not sent there", arguments: Misuse.ofRegions)
    func regions(_ misuse: Misuse) async throws {
        try check(misuse, await MisuseBatch.ofRegions.value)
    }

    @Test("no module can declare that contexts and objects may go anywhere", arguments: Misuse.ofDeclarations)
    func declarations(_ misuse: Misuse) async throws {
        try check(misuse, await MisuseBatch.ofDeclarations.value)
    }

    private func check(_ misuse: Misuse, _ batch: MisuseBatch) throws {
        let errors = batch.errors[misuse.sentence] ?? []
        #expect(errors.contains { $0.contains(misuse.error) }, "\(misuse.sentence): \(errors) \(batch.others)")
        #expect(batch.others.isEmpty)
    }

    @Test("the intended uses compile")
    func intended() async throws {
        let errors = try await Compiler.diagnose(Misuse.prelude + IntendedUses.source)
        #expect(errors.isEmpty, "\(errors)")
    }
}
