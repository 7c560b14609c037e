import Testing

@testable import PackageAtlas

@Suite struct DependencyGraphTests {
    @Test("what breaks is found step by step, and an alternative saves its user")
    func breakage() {
        // 0 needs 1; 1 needs 2 or 3; 4 needs 0 and 3; 5 needs nothing.
        let graph = DependencyGraph(
            names: ["a", "b", "c", "d", "e", "f"], needs: [[[1]], [[2, 3]], [], [], [[0], [3]], []])
        #expect(graph.breakage(byRemoving: [2]) == [])
        #expect(graph.breakage(byRemoving: [3]) == [[4]])
        #expect(graph.breakage(byRemoving: [2, 3]) == [[1, 4], [0]])
        #expect(graph.breakage(byRemoving: [5]) == [])
    }

    @Test("packages are ranked by what they take with them, ties by name")
    func impacts() {
        let graph = DependencyGraph(names: ["a", "b", "c", "d"], needs: [[[2]], [[2], [3]], [], []])
        #expect(graph.impacts().map(\.package) == [2, 3, 0, 1])
        #expect(graph.impacts().map(\.count) == [2, 1, 0, 0])
    }

    @Test("packages in a circle break together, and the removed one is not counted")
    func breakageInCircles() {
        let graph = DependencyGraph(names: ["a", "b", "c"], needs: [[[1]], [[0]], [[0], [0, 1]]])
        #expect(graph.breakage(byRemoving: [0]) == [[1, 2]])
        #expect(graph.breakage(byRemoving: [1]) == [[0], [2]])
    }

    @Test("the longest chain counts a circle as one link and ties go by name")
    func longestChain() {
        // 0 -> 1 -> (2 <-> 3) -> 5, 0 -> 4 -> 5, 6 -> 1
        let graph = DependencyGraph(
            names: ["a", "b", "c", "d", "e", "f", "g"],
            needs: [[[1], [4]], [[2]], [[3]], [[2], [5]], [[5]], [], [[1]]])
        #expect(graph.longestChain() == [[0], [1], [2, 3], [5]])
        #expect(DependencyGraph(names: [], needs: []).longestChain() == [])
        #expect(DependencyGraph(names: ["a"], needs: [[[0]]]).longestChain() == [[0]])
    }

    @Test("a chain may be much longer than a thread's stack is deep")
    func deepChain() {
        let count = 50_000
        let needs = (0..<count).map { $0 + 1 < count ? [[$0 + 1]] : [] }
        let graph = DependencyGraph(names: (0..<count).map(String.init), needs: needs)
        #expect(graph.longestChain().count == count)
        #expect(graph.breakage(byRemoving: [count - 1]).count == count - 1)
    }
}
