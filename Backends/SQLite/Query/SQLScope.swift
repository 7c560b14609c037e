/// The scope of the names in an expression.
struct SQLScope {
    /// The evaluated object.
    let subject: SQLCompiler.Subject
    /// The values of variables, by their numbers.
    var variables: [Int: SQLTerm] = [:]

    init(_ subject: SQLCompiler.Subject) { self.subject = subject }
}
