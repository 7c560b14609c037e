import Polystore
import PolystoreTerminal

extension Question {
    static let breakage = Question(name: "breakage", title: "What breaks, step by step, if a package is removed?") {
        atlas in
        let graph = try atlas.graph()
        let removed: Int
        if let name = atlas.removal {
            guard let number = graph.names.firstIndex(of: name) else {
                return Answer(["\(name) is not installed"])
            }
            removed = number
        } else {
            // The median by impact of the packages that others need.
            let needed = graph.impacts().filter { $0.count > 0 }
            guard !needed.isEmpty else { return Answer(["no package needs another"]) }
            removed = needed[needed.count / 2].package
        }
        let steps = graph.breakage(byRemoving: [removed])
        let lines = steps.enumerated().map { step, packages in
            "step \(step + 1): " + packages.map { graph.names[$0] }.joined(separator: ", ")
        }
        return Answer(["without \(graph.names[removed]):"] + (lines.isEmpty ? ["nothing"] : lines))
    }

    static let pillars = Question(
        name: "pillars", title: "Which fifteen packages would take the most others with them?"
    ) { atlas in
        let graph = try atlas.graph()
        return Answer(
            [TableColumn("breaks", .trailing), TableColumn("package")],
            graph.impacts().prefix(15).map { [String($0.count), graph.names[$0.package]] })
    }

    static let longestChain = Question(
        name: "chain", title: "What is the longest chain of packages that need each other?"
    ) { atlas in
        let graph = try atlas.graph()
        let chain = graph.longestChain()
        let lines = chain.enumerated().map { link, members in
            let names = members.map { graph.names[$0] }.joined(separator: " ⇄ ")
            return String(repeating: " ", count: link) + (link == 0 ? "" : "└ ") + names
        }
        return Answer(["\(chain.count) links; packages that need each other are one"] + lines)
    }
}
