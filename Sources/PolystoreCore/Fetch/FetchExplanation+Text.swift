extension FetchExplanation: CustomStringConvertible {
    /// The whole as an indented tree, a line a step.
    public var description: String {
        let head = Step(text: request, estimatedRows: nil, actualRows: actualRows)
        return ([head.description] + lines.map { "  " + $0 }).joined(separator: "\n")
    }

    /// Everything below the request.
    private var lines: [String] {
        var lines: [String] = []
        for question in questions {
            lines.append("first " + question.text)
            lines += question.fetch.lines.map { "  " + $0 }
        }
        for store in stores {
            let passed = store.passedEntries.flatMap { $0 > 0 ? ", passed over \($0)" : nil } ?? ""
            let visited = store.visitedRows.map { " [visited \($0)\(passed)]" } ?? ""
            lines.append("\(store.name) (\(store.type)): \(store.entities.joined(separator: ", "))\(visited)")
            lines += store.steps.map { "  \($0)" }
            if let residual = store.residual { lines.append("  check rows: \(residual)") }
        }
        return lines + steps.map { "then \($0)" }
    }
}

extension FetchExplanation.Step: CustomStringConvertible {
    /// The text, with the rows behind it: `index Person(age): 1 range [estimated 120, actual 118]`.
    public var description: String {
        let counts = [estimatedRows.map { "estimated \($0)" }, actualRows.map { "actual \($0)" }].compactMap(\.self)
        return counts.isEmpty ? text : "\(text) [\(counts.joined(separator: ", "))]"
    }
}
