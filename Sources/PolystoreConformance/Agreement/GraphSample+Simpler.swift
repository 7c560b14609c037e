import PolystoreStorage

extension GraphSample {
    /// Graphs with less: without runs of rows or changes, then without values.
    func simpler(_ question: GraphQuestion) -> [GraphSample] {
        var result: [GraphSample] = []
        if !changes.isEmpty { result.append(GraphSample(rows: rows)) }
        for size in [16, 8, 4, 2, 1] where size <= max(rows.count, changes.count) {
            for start in stride(from: 0, to: rows.count, by: size) {
                var sample = self
                let removed = sample.rows[start..<min(start + size, rows.count)].map(\.number)
                guard !removed.contains(where: { question.names($0) }) else { continue }
                sample.rows.removeSubrange(start..<min(start + size, rows.count))
                result.append(sample)
            }
            for start in stride(from: 0, to: changes.count, by: size) {
                var sample = self
                sample.changes.removeSubrange(start..<min(start + size, changes.count))
                result.append(sample)
            }
        }
        guard rows.count < 8 else { return result }
        for index in rows.indices {
            for name in rows[index].values.keys.sorted() where !["number", "region"].contains(name) {
                guard rows[index].values[name]?.isMissing == false else { continue }
                var sample = self
                sample.rows[index].values[name] = .missing
                result.append(sample)
            }
            for name in rows[index].references.keys.sorted() {
                var sample = self
                sample.rows[index].references[name] = nil
                result.append(sample)
            }
            if !rows[index].tags.isEmpty {
                var sample = self
                sample.rows[index].tags = []
                result.append(sample)
            }
        }
        return result
    }
}

extension GraphQuestion {
    /// Whether an object is a variable of the question.
    fileprivate func names(_ number: Int) -> Bool { description.contains("$\(Self.variable(number))") }
}
