/// The dependencies between packages: packages as numbers, and for each the groups of which one member must be there.
struct DependencyGraph: Sendable {
    /// A need: the packages any of which fulfils it, the preferred one first.
    ///
    /// A need that nothing fulfils is not part of the graph: it cannot break by taking something away.
    typealias Need = [Int]

    /// The packages' names, which settle every tie.
    let names: [String]
    /// For each package those that it uses: the preferred one of each need, without itself, in ascending order.
    let edges: [[Int]]

    /// The package that has each need.
    private var owners: [Int] = []
    /// How many packages fulfil each need.
    private var sizes: [Int] = []
    /// The needs that each package helps to fulfil.
    private var uses: [[Int]]

    /// Makes a graph.
    ///
    /// - Parameters:
    ///   - names: The packages' names, in ascending order.
    ///   - needs: For each package its needs; empty ones are dropped.
    init(names: [String], needs: [[Need]]) {
        self.names = names
        uses = Array(repeating: [], count: names.count)
        edges = needs.indices.map { package in
            Set(needs[package].compactMap(\.first)).subtracting([package]).sorted()
        }
        for (package, groups) in needs.enumerated() {
            for group in groups where !group.isEmpty {
                let members = Set(group)
                for member in members { uses[member].append(owners.count) }
                owners.append(package)
                sizes.append(members.count)
            }
        }
    }

    /// What breaks, step by step, when packages are taken away.
    ///
    /// A package breaks when one of its needs has lost everything that fulfilled it; what broke is taken away in the
    /// next step.
    ///
    /// - Returns: The packages that break in the first step, in the second and so on, each in ascending order.
    /// - Complexity: The number of needs that what is gone helped to fulfil.
    func breakage(byRemoving removed: [Int]) -> [[Int]] {
        var lost: [Int: Int] = [:]
        var gone = Set(removed)
        var steps: [[Int]] = []
        var current = removed
        while !current.isEmpty {
            var broken: [Int] = []
            for package in current {
                for need in uses[package] {
                    lost[need, default: 0] += 1
                    if lost[need] == sizes[need], gone.insert(owners[need]).inserted { broken.append(owners[need]) }
                }
            }
            current = broken.sorted()
            if !current.isEmpty { steps.append(current) }
        }
        return steps
    }

    /// How many others break when a package is taken away, for each package: the greatest number first, then by name.
    ///
    /// - Complexity: The square of the graph in the worst case.
    func impacts() -> [(package: Int, count: Int)] {
        names.indices
            .map { (package: $0, count: breakage(byRemoving: [$0]).reduce(0) { $0 + $1.count }) }
            .sorted { ($1.count, $0.package) < ($0.count, $1.package) }
    }
}
