/// Programs that are compiled in one go, each in a namespace of its own, and what was said of each.
struct MisuseBatch: Sendable {
    /// The errors of each program, by its sentence.
    let errors: [String: [String]]
    /// Errors that belong to none of the programs.
    let others: [String]

    static let ofTypes = Task { try await MisuseBatch(Misuse.ofTypes) }
    static let ofDeclarations = Task { try await MisuseBatch(Misuse.ofDeclarations) }
    static let ofRegions = Task { try await MisuseBatch(Misuse.ofRegions) }

    private init(_ misuses: [Misuse]) async throws {
        var source = Misuse.prelude
        var lines: [Range<Int>] = []
        for (number, misuse) in misuses.enumerated() {
            let first = source.count { $0 == "\n" } + 1
            source +=
                misuse.source.hasPrefix("extension")
                ? "\(misuse.source)\n" : "enum Program\(number) {\n\(Self.inNamespace(misuse.source))\n}\n"
            lines.append(first..<source.count { $0 == "\n" } + 1)
        }
        var errors: [String: [String]] = [:]
        var others: [String] = []
        for diagnostic in try await Compiler.diagnose(source) {
            if let index = lines.firstIndex(where: { $0.contains(diagnostic.line) }) {
                errors[misuses[index].sentence, default: []].append(diagnostic.text)
            } else if diagnostic.line > 0 {
                others.append(diagnostic.text)
            }
        }
        self.errors = errors
        self.others = others
    }

    /// Functions of a namespace are static.
    private static func inNamespace(_ source: String) -> String {
        source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("func ") { return "static " + line }
            if line.hasPrefix("@MainActor func ") { return "@MainActor static " + line.dropFirst("@MainActor ".count) }
            return String(line)
        }.joined(separator: "\n")
    }
}
