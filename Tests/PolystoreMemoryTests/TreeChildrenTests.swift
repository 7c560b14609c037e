import PolystoreRandom
import Testing

@testable import PolystoreMemory

@Suite("The children of a tree's inner node")
struct TreeChildrenTests {
    /// Children, and the nodes that they should be.
    private struct Pair {
        var children = TreeChildren.allocate()
        var expected: [TreeNode] = []

        func copied() -> Pair {
            let copy = Pair(expected: expected)
            copy.children.share(children, expected.count)
            return copy
        }

        /// Whether places and groups have what they should have.
        var isRight: Bool {
            let wanted = expected.map { Unmanaged.passUnretained($0).toOpaque() }
            let held = (0..<children.groupCount).flatMap { group in
                children.groups[group].withUnsafeMutablePointers { count, nodes in
                    (0..<count.pointee).map { Unmanaged.passUnretained(nodes[$0]).toOpaque() }
                }
            }
            let sizes = (0..<children.groupCount).map { Int(children.sizes[$0]) }
            return wanted.indices.map { children[$0].toOpaque() } == wanted && held == wanted
                && sizes == (0..<children.groupCount).map { children.groups[$0].header } && !sizes.contains(0)
        }

        mutating func insert(_ node: TreeNode, at index: Int) {
            children.insert(node, at: index, expected.count)
            expected.insert(node, at: index)
        }

        mutating func remove(at index: Int) {
            children.remove(at: index, expected.count)
            expected.remove(at: index)
        }

        mutating func splitOff(from index: Int) -> Pair {
            let rest = Pair(expected: Array(expected[index...]))
            rest.children.append(children, index..<expected.count, to: 0)
            expected.removeSubrange(index...)
            children.regroup(index)
            return rest
        }

        mutating func append(_ other: Pair) {
            children.append(other.children, other.expected.indices, to: expected.count)
            expected += other.expected
        }
    }

    private struct Weak { weak var node: TreeNode? }

    @Test("they are what an array would have, in each of several copies, and go with the last of these")
    func random() {
        var source = RandomSource()
        var known: [Weak] = []
        do {
            var pairs = [Pair()]
            for _ in 0..<2000 {
                let place = source.below(pairs.count)
                let count = pairs[place].expected.count
                switch source.below(20) {
                case 0 where pairs.count < 6: pairs.append(pairs[place].copied())
                case 1 where pairs.count > 1: pairs.remove(at: place).children.deallocate()
                case 2 where count > 1 && pairs.count < 6:
                    pairs.append(pairs[place].splitOff(from: 1 + source.below(count - 1)))
                case 3 where pairs.count > 1:
                    let other = source.below(pairs.count)
                    guard other != place, count + pairs[other].expected.count <= TreeChildren.most else { break }
                    pairs[place].append(pairs[other])
                case 4..<13 where count < TreeChildren.most:
                    let node = TreeNode(isLeaf: true)
                    known.append(Weak(node: node))
                    pairs[place].insert(node, at: source.chance(3) ? count : source.below(count + 1))
                case 13..<19 where count > 0: pairs[place].remove(at: source.below(count))
                default: break
                }
                let isRight = pairs.allSatisfy(\.isRight)
                #expect(isRight)
                if !isRight { break }
            }
            for pair in pairs { pair.children.deallocate() }
            withExtendedLifetime(pairs) {}
        }
        #expect(known.count { $0.node != nil } == 0)
    }

    @Test("a child that copies share is copied once, for the one that changes it, and others stay as they are")
    func owning() {
        let first = TreeChildren.allocate()
        for index in 0..<50 { first.insert(TreeNode(isLeaf: true), at: index, index) }
        let places = (0..<50).map { first[$0].toOpaque() }
        #expect(first.ownedChild(at: 20).toOpaque() == places[20])

        let second = TreeChildren.allocate()
        second.share(first, 50)
        let copy = second.ownedChild(at: 20).toOpaque()
        #expect(copy != places[20] && second[20].toOpaque() == copy)
        #expect(second.ownedChild(at: 20).toOpaque() == copy)
        for index in 0..<50 {
            #expect(first[index].toOpaque() == places[index])
            #expect(index == 20 || second[index].toOpaque() == places[index])
        }

        first.deallocate()
        // Its neighbours in the group that was copied are the second's alone by now, and so are all others.
        for index in [19, 21, 40] { #expect(second.ownedChild(at: index).toOpaque() == places[index]) }
        second.deallocate()
    }
}
