/// Tarjan's search for strongly connected components, with its stack on the heap.
struct ComponentSearch {
    /// The components that are complete, each after everything that it leads to; members in ascending order.
    private(set) var components: [[Int]] = []

    private let edges: [[Int]]
    private var order: [Int?]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0

    /// Prepares a search over nodes 0 ..< `edges.count`.
    init(edges: [[Int]]) {
        self.edges = edges
        order = Array(repeating: nil, count: edges.count)
        lowest = Array(repeating: 0, count: edges.count)
        isOpen = Array(repeating: false, count: edges.count)
    }

    /// Completes the components of everything that can be reached from a node.
    mutating func visit(_ start: Int) {
        guard order[start] == nil else { return }
        enter(start)
        var path = [(node: start, edge: 0)]
        while let (node, edge) = path.last {
            if edge < edges[node].count {
                path[path.count - 1].edge += 1
                let target = edges[node][edge]
                if let reached = order[target] {
                    if isOpen[target] { lowest[node] = min(lowest[node], reached) }
                } else {
                    enter(target)
                    path.append((target, 0))
                }
            } else {
                path.removeLast()
                if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
                if lowest[node] == order[node] { complete(node) }
            }
        }
    }

    private mutating func enter(_ node: Int) {
        order[node] = count
        lowest[node] = count
        count += 1
        open.append(node)
        isOpen[node] = true
    }

    private mutating func complete(_ root: Int) {
        var members: [Int] = []
        while let node = open.popLast() {
            isOpen[node] = false
            members.append(node)
            if node == root { break }
        }
        components.append(members.sorted())
    }
}
