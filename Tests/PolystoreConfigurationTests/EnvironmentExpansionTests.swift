import Foundation
import Testing

@testable import PolystoreConfiguration

@Suite("Variables of the environment in store files")
struct EnvironmentExpansionTests {
    private static let environment = ["A": "one", "B": "two words", "EMPTY": "", "YAML": "}, x: [1", "REF": "${A}"]

    @Test(
        "variables and defaults are replaced, once",
        arguments: [
            ("plain", "plain"), ("${A}", "one"), ("x${A}y${B}z", "xoneytwo wordsz"), ("${NONE:-else}", "else"),
            ("${A:-else}", "one"), ("${EMPTY:-else}", "else"), ("${EMPTY}", ""), ("${NONE:-}", ""),
            ("${NONE:-${A}}", "one"), ("${NONE:-x${NONE:-y}z}", "xyz"), ("${A:-${NONE}}", "one"), ("$$", "$"),
            ("$${A}", "${A}"), ("$A", "$A"), ("100$", "100$"), ("${REF}", "${A}"), ("${YAML}", "}, x: [1"),
            ("${NONE:-a$$b}", "a$b"), ("a}b", "a}b"),
        ])
    func replaced(_ text: String, _ expected: String) throws {
        var scanner = VariableScanner(text, environment: Self.environment)
        #expect(try scanner.expanded() == expected)
    }

    @Test("a text knows whether the environment is part of it")
    func origin() throws {
        for (text, isUsed) in [("${A}", true), ("${NONE:-x}", false), ("${EMPTY:-x}", false), ("${NONE:-${A}}", true)] {
            var scanner = VariableScanner(text, environment: Self.environment)
            _ = try scanner.expanded()
            #expect(scanner.usedEnvironment == isUsed, "\(text)")
        }
    }

    @Test(
        "what is not written rightly is refused",
        arguments: ["${", "${A", "${A:-", "${}", "${1A}", "${A-B}", "${A:B}", "${ A }", "${NONE}", "${NONE:-${NONE}}"])
    func refused(_ text: String) {
        var scanner = VariableScanner(text, environment: Self.environment)
        #expect(throws: EnvironmentExpansion.Failure.self) { try scanner.expanded() }
    }

    @Test("defaults in defaults end somewhere")
    func nesting() {
        let text = String(repeating: "${NONE:-", count: 100_000) + String(repeating: "}", count: 100_000)
        var scanner = VariableScanner(text, environment: [:])
        #expect(throws: EnvironmentExpansion.Failure.self) { try scanner.expanded() }
    }

    @Test("a value of the environment cannot change the structure of the file, and keys stay as they are")
    func structure() throws {
        let file = try StoreFile(
            text: "polystore: 1\nstores:\n  a:\n    type: memory\n    configuration: ${YAML}\n"
                + "    options: { \"${A}\": \"${A}\" }",
            name: "s", folder: StoreFileExample.folder, environment: Self.environment)
        #expect(file.stores[0].configuration == "}, x: [1")
        #expect(file.stores[0].options.map(\.name) == ["${A}"])
        #expect(file.stores[0].options.map(\.value) == ["one"])
    }
}
