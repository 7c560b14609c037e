extension DependencyGraph {
    /// What makes a cycle of a kind, the worst first: the edges that it may have, and one that it must have.
    private static let patterns: [(anomaly: Anomaly, must: Kind, others: Set<Kind>)] = [
        (.dirtyWrite, .overwrite, [.overwrite, .program]),
        (.circularFlow, .read, [.overwrite, .read, .program]),
        (.readSkew, .antidependency, [.overwrite, .read, .program]),
        (.writeSkew, .antidependency, [.overwrite, .read, .antidependency, .program]),
        (.sessionOrder, .session, [.overwrite, .read, .antidependency, .program, .session]),
        (.staleRead, .time, Set(Kind.allCases)),
    ]

    /// How many cycles are told of one knot.
    private static let limit = 10

    /// The worst cycles of each knot of atoms.
    func cycles(in history: History) -> [Finding] {
        components().flatMap { component -> [Finding] in
            for pattern in Self.patterns {
                var found: [Finding] = []
                var told: Set<Int> = []
                for node in component {
                    for edge in leaving[node].map({ edges[$0] }) where edge.kind == pattern.must {
                        guard found.count < Self.limit, !told.contains(edge.source),
                            let back = path(edge.target, edge.source, pattern.others)
                        else { continue }
                        told.insert(edge.source)
                        found.append(finding([edge] + back, pattern.anomaly, history))
                    }
                }
                if !found.isEmpty { return found }
            }
            return []
        }
    }

    private func finding(_ cycle: [Edge], _ anomaly: Anomaly, _ history: History) -> Finding {
        let keys = Set(cycle.compactMap(\.key))
        let nodes = cycle.map(\.source).filter { $0 < atoms.count }
        let isOfSaves = nodes.allSatisfy { atoms[$0].isSave && !atoms[$0].writes.isEmpty }
        let isUpdate = anomaly == .readSkew && keys.count == 1 && isOfSaves
        return Finding(isUpdate ? .lostUpdate : anomaly, nodes.map { atoms[$0].transaction }, keys, in: history)
    }

    /// The shortest way by edges of some kinds.
    private func path(_ source: Int, _ target: Int, _ kinds: Set<Kind>) -> [Edge]? {
        var arrival: [Int: Edge] = [:]
        var waiting = [source]
        var next = 0
        while next < waiting.count {
            let node = waiting[next]
            next += 1
            if node == target { break }
            for number in leaving[node] {
                let edge = edges[number]
                guard kinds.contains(edge.kind), edge.target != source, arrival[edge.target] == nil else { continue }
                arrival[edge.target] = edge
                waiting.append(edge.target)
            }
        }
        var result: [Edge] = []
        var node = target
        while node != source {
            guard let edge = arrival[node] else { return nil }
            result.append(edge)
            node = edge.source
        }
        return result.reversed()
    }

    /// The knots: nodes of which each is reached from each (Tarjan's algorithm, without recursion).
    private func components() -> [[Int]] {
        var (result, stack, counter) = ([[Int]](), [Int](), 0)
        var number = [Int](repeating: -1, count: leaving.count)
        var low = number
        var isOnStack = [Bool](repeating: false, count: leaving.count)
        for root in leaving.indices where number[root] < 0 {
            var visits = [(node: root, edge: 0)]
            while let (node, position) = visits.last {
                if position == 0 {
                    (number[node], low[node]) = (counter, counter)
                    counter += 1
                    stack.append(node)
                    isOnStack[node] = true
                }
                if position < leaving[node].count {
                    visits[visits.count - 1].edge += 1
                    let target = edges[leaving[node][position]].target
                    if number[target] < 0 {
                        visits.append((target, 0))
                    } else if isOnStack[target] {
                        low[node] = min(low[node], number[target])
                    }
                    continue
                }
                visits.removeLast()
                if let parent = visits.last?.node { low[parent] = min(low[parent], low[node]) }
                guard low[node] == number[node] else { continue }
                var component: [Int] = []
                while let member = stack.popLast() {
                    isOnStack[member] = false
                    component.append(member)
                    if member == node { break }
                }
                if component.count > 1 { result.append(component.sorted()) }
            }
        }
        return result
    }
}
