import SwiftWorkload

/// Five levels of inheritance on plain classes: a fifth of the objects of each level.
final class InheritanceClassesSuite {
    private let options: WorkloadOptions
    private let reporter: Reporter
    private var objects: [Level1] = []
    private var byFirst: [[Level1]] = Array(repeating: [], count: 10_000)
    private var byFifth: [[Level5]] = Array(repeating: [], count: 20_000)

    init(_ options: WorkloadOptions, _ reporter: Reporter) {
        self.options = options
        self.reporter = reporter
    }

    func run() {
        let types: [Level1.Type] = [Level1.self, Level2.self, Level3.self, Level4.self, Level5.self]
        reporter.time("B1", operations: options.objects) {
            for index in 0..<options.objects { add(types[index % 5].init(index &* 7919 % 10_000)) }
        } checksum: {
            UInt64(objects.count)
        }
        reporter.time("B2", operations: objects.count) { objects.reduce(0) { $0 &+ UInt64($1.total) } }
        reporter.time("B4", operations: options.ranges) { query { byFirst[$0..<$0 + 100].flatMap { $0 } } }
        reporter.time("B5", operations: options.ranges) { query { byFifth[$0..<$0 + 100].flatMap { $0 } } }
        let leaves = objects.compactMap { $0 as? Level5 }
        reporter.time("B6", operations: leaves.count) {
            for leaf in leaves { setFifth(leaf.fifth + 1, of: leaf) }
        } checksum: {
            objects.reduce(0) { $0 &+ UInt64($1.total) }
        }
        let all = objects
        reporter.time("B9", operations: all.count) {
            for object in all { byFirst[object.first].removeAll { $0 === object } }
            for leaf in leaves { byFifth[leaf.fifth].removeAll { $0 === leaf } }
            objects = []
        } checksum: {
            UInt64(objects.count)
        }
    }

    private func add(_ object: Level1) {
        objects.append(object)
        byFirst[object.first].append(object)
        if let leaf = object as? Level5 { byFifth[leaf.fifth].append(leaf) }
    }

    private func setFifth(_ number: Int, of leaf: Level5) {
        byFifth[leaf.fifth].removeAll { $0 === leaf }
        leaf.fifth = number
        byFifth[number].append(leaf)
    }

    private func query(_ find: (Int) -> [Level1]) -> UInt64 {
        var (draws, sum) = (ParameterDraws(), UInt64(0))
        for _ in 0..<options.ranges {
            let found = find(draws.next(below: 9900))
            sum = found.reduce(sum &+ UInt64(found.count)) { $0 &+ UInt64($1.total) }
        }
        return sum
    }
}
