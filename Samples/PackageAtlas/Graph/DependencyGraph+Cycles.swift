extension DependencyGraph {
    /// The groups of packages that need each other in a circle; a package outside of circles is a group of its own.
    ///
    /// - Returns: The groups, dependencies before their dependents; members in ascending order.
    /// - Complexity: The number of packages and edges. No recursion: a chain may be as long as it likes.
    func components(_ edges: [[Int]]) -> [[Int]] {
        var search = ComponentSearch(edges: edges)
        for package in edges.indices { search.visit(package) }
        return search.components
    }

    /// The longest chain of packages each of which needs the next; a circle counts as one link.
    ///
    /// Of several chains of that length it is the one whose links come first by name.
    func longestChain() -> [[Int]] {
        let components = components(edges)
        var componentOf = Array(repeating: 0, count: edges.count)
        for (component, members) in components.enumerated() {
            for member in members { componentOf[member] = component }
        }
        // What a component needs comes before it, so every length that is asked for is known.
        var length = Array(repeating: 1, count: components.count)
        var next: [Int?] = Array(repeating: nil, count: components.count)
        for (component, members) in components.enumerated() {
            let needed = Set(members.flatMap { edges[$0] }.map { componentOf[$0] }).subtracting([component])
            guard let best = longest(of: needed, length, components) else { continue }
            length[component] = length[best] + 1
            next[component] = best
        }
        var chain: [[Int]] = []
        var link = longest(of: Set(components.indices), length, components)
        while let component = link {
            chain.append(components[component])
            link = next[component]
        }
        return chain
    }

    /// The component that begins the longest chain; the first by name of several.
    private func longest(of candidates: Set<Int>, _ length: [Int], _ components: [[Int]]) -> Int? {
        candidates.min {
            length[$0] != length[$1] ? length[$0] > length[$1] : components[$0][0] < components[$1][0]
        }
    }
}
