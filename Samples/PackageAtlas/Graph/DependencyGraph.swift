/// Who needs whom: packages as numbers, and for each the groups of which one alternative must be there.
struct DependencyGraph: Sendable {
    /// A need: the packages any of which fulfils it, the preferred one first.
    ///
    /// A need that nothing fulfils is not part of the graph: it cannot break by taking something away.
    typealias Need = [Int]

    /// The packages' names, which settle every tie.
    let names: [String]
    /// The needs of each package.
    let needs: [[Need]]

    /// Makes a graph.
    ///
    /// - Parameters:
    ///   - names: The packages' names, in ascending order.
    ///   - needs: For each package its needs; empty ones are dropped.
    init(names: [String], needs: [[Need]]) {
        self.names = names
        self.needs = needs.map { $0.filter { !$0.isEmpty } }
    }

    /// For each package those that it uses: the preferred one of each need, without itself, in ascending order.
    var edges: [[Int]] {
        needs.indices.map { package in
            Set(needs[package].map { $0[0] }).subtracting([package]).sorted()
        }
    }

    /// What breaks, step by step, when packages are taken away.
    ///
    /// A package breaks when one of its needs has lost everything that fulfilled it; what broke is taken away in the
    /// next step.
    ///
    /// - Returns: The packages that break in the first step, in the second and so on, each in ascending order.
    /// - Complexity: The number of needs and of the packages in them.
    func breakage(byRemoving removed: [Int]) -> [[Int]] {
        var users: [[(package: Int, need: Int)]] = Array(repeating: [], count: names.count)
        var left: [[Int]] = []
        for (package, groups) in needs.enumerated() {
            left.append(groups.map { Set($0).count })
            for (need, group) in groups.enumerated() {
                for member in Set(group) { users[member].append((package, need)) }
            }
        }
        var isGone = Array(repeating: false, count: names.count)
        for package in removed { isGone[package] = true }
        var steps: [[Int]] = []
        var current = removed
        while !current.isEmpty {
            var broken: [Int] = []
            for package in current {
                for user in users[package] {
                    left[user.package][user.need] -= 1
                    if left[user.package][user.need] == 0, !isGone[user.package] {
                        isGone[user.package] = true
                        broken.append(user.package)
                    }
                }
            }
            current = broken.sorted()
            if !current.isEmpty { steps.append(current) }
        }
        return steps
    }
}
