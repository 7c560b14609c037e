import PolystoreTerminal

extension ControlFileReader {
    /// Says what was wrong with the file.
    func reportProblems(on output: TextOutput) throws {
        for problem in problems { try output.writeLine(problem.description) }
        let unshown = problemCount - problems.count
        if unshown > 0 { try output.writeLine("\(name): and \(unshown) further problems") }
        try output.flush()
    }
}
