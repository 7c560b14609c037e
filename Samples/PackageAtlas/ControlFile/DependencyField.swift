/// The value of a field such as Depends: groups separated by commas, alternatives in a group by bars.
struct DependencyField: Equatable, Sendable {
    /// The groups in order, none of them empty; all are wanted, and any alternative fulfils its group.
    let groups: [[PackageReference]]

    /// Parses a value.
    ///
    /// An empty value and a comma too many are accepted, as package tools do; so are the old relations `<` and `>`,
    /// which mean `<=` and `>=`.
    ///
    /// - Throws: `SyntaxError` at the first thing that is no dependency.
    init(_ text: String) throws(SyntaxError) {
        var parser = Parser(text)
        groups = try parser.groups()
    }

    /// What is wrong with a value, and where in it.
    struct SyntaxError: Error, Equatable, CustomStringConvertible {
        /// The byte offset in the value.
        let offset: Int
        /// What was expected there.
        let expected: String

        var description: String { "expected \(expected) at character \(offset + 1)" }
    }
}
