/// The answers of one run, as text.
struct Transcript: Equatable {
    /// One question's share: its title and what was found.
    struct Section: Equatable {
        let name: String
        let title: String
        let lines: [String]
    }

    /// The questions in the order in which they were asked.
    let sections: [Section]

    /// The whole text.
    var text: String {
        sections.map { ([$0.title] + $0.lines.map { "  " + $0 }).joined(separator: "\n") + "\n" }.joined(
            separator: "\n")
    }

    /// The lines in which another transcript differs, at most a few.
    func differences(from other: Transcript) -> [String] {
        var found: [String] = []
        for (mine, theirs) in zip(sections, other.sections) where mine != theirs {
            for index in 0..<max(mine.lines.count, theirs.lines.count) {
                let left = index < mine.lines.count ? mine.lines[index] : "(nothing)"
                let right = index < theirs.lines.count ? theirs.lines[index] : "(nothing)"
                if left != right { found.append("\(mine.name), line \(index + 1): \(left) | \(right)") }
                if found.count == 10 { return found }
            }
        }
        return found
    }
}
